# A bot for tests. What it does when it is asked is put in place of the braces: there are the number of the question and the first
# legal move, also by its column and its row.
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
