# A bot for tests. A test replaces the braces with its action for a request. The action can use
# $number (of the request), $legal (the first legal move), $column and $row.
while read -r line; do
    case "$line" in
        *'"type":"move"'*)
            number=${line#*'"request":'}; number=${number%%,*}
            legal=${line#*'"legal":["'}; legal=${legal%%'"'*}
            column=${legal%?}; row=${legal#?}
            {} ;;
        *'"type":"bye"'*) exit ;;
    esac
done
