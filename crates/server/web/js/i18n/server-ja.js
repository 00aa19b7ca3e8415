// @ts-check
/**
 * In Japanese, what the server says in English: by its codes, with the part that is at fault. On English pages its own sentences are
 * shown, which say more.
 */

const words = {
  "refusals.bad-moves": "「{received}」は手として読めません。",
  "refusals.bad-moves-at": "{ply}手目の {received} は打てません。",
  "refusals.bad-position": "盤面として読めません：「{received}」",
  "refusals.bad-variant": "「{received}」というルールはありません。",
  "refusals.bad-record": "棋譜も局面も見つかりませんでした。",
  "refusals.bad-job": "エンジンはこの局面を引き受けられません。",
  "refusals.bad-query": "指定「{received}」が読めません。",
  "refusals.too-large": "大きすぎて読み込めません。",
  "refusals.local-only": "このサーバーでは許可されていません。",
  "refusals.not-found": "「{received}」は見つかりません。",
  "refusals.format-cannot-hold": "この形式では書き出せません。別の形式を選んでください。",
  "refusals.failed": "サーバーで問題が起きました。",

  "reasons.both-colors": "黒と白の石が重なっています：{squares}",
  "reasons.outside-board": "盤の外に石があります：{squares}",
  "reasons.empty-start": "{squares} に石がありません。初期配置の石は取り除かれないので、空くことはありません。",
  "reasons.other-start": "初期配置のマスだけが埋まっていますが、石の色か手番が初期局面と違います。",
  "reasons.opening-unfinished": "{squares} がまだ空いています。ほかのマスより先に埋めるマスです。",
  "reasons.opening-out-of-turn": "最初に置く石（黒{black}個、白{white}個）は交互に置くので、この手番と合いません。",
  "reasons.too-few-discs": "石が{discs}個しかありません。初期配置の{least}個より少なくなることはありません。",
  "reasons.disconnected": "{squares} の石が、初期配置から続く石のつながりに接していません。",
  "reasons.early-wipe-out": "石が{discs}個の時点で{color}の石がなくなることはありません。早くても{least}個になってからです。",
  "reasons.unfillable": "{squares} を埋める手順がありません。打つには、そのマスの隣から同じ方向に石が2個以上並んでいる必要があります。",
  "reasons.unplaceable": "{square} に石を打つ手順がありません。",
  "reasons.exhausted": "手をさかのぼってすべて調べましたが、初期局面には戻れません（調べた局面：さかのぼって{examined}、初期局面から{forward}）。",
  "reasons.not-before": "{color}が {square} に打ち、{end} との間の {flips} を返す手：その前に {seen} が{seenColor}だったことはありえません。",
  "reasons.not-after": "{color}が {square} に打ち、{end} との間の {flips} を返す手：そのあと {seen} が{seenColor}だと、この盤面にはなりません。",
  "reasons.and": "",

  "reasons.off-board": "{ply}手目の {move} は、この盤にないマスです。",
  "reasons.occupied": "{ply}手目の {move} には、もう石があります。",
  "reasons.flips-nothing": "{ply}手目の {move} は、{color}が返せる石がないので打てません。",
  "reasons.not-in-centre": "{ply}手目の {move} にはまだ打てません。先に中央のマスを埋めます。",
  "reasons.pass-with-moves": "{ply}手目：{color}には打てるマスがあるので、パスできません。",
  "reasons.must-pass": "{ply}手目の {move} は打てません。{color}は打てるマスがないので、パスになります。",
  "reasons.game-over": "{ply}手目：対局はもう終わっています。",
  "reasons.start-in-moves": "手順の前に開始局面は書けません。",

  "reasons.no-board": "盤面が見つかりません。",
  "reasons.board-length": "「{found}」は盤面として読めません。マスの数が{cells}です（16・36・64のどれかにしてください）。",
  "reasons.several-boards": "盤面が{boards}個あります。1個だけにしてください。",
  "reasons.board-rows": "盤面の行数が{rows}です。4・6・8行のどれかにしてください。",
  "reasons.board-row": "盤面の{row}行目「{found}」はマスの数が{cells}です。{rows}行の盤なので、{rows}にしてください。",
  "reasons.bad-cell": "{square} の「{found}」が読めません。黒は X、白は O、空きマスは - のように書いてください。",
  "reasons.bad-side": "「{found}」は手番として読めません。黒番は X、白番は O と書いてください。",
  "reasons.other-size": "この盤は{size}×{size}ですが、選んだルールの盤は{wanted}×{wanted}です。",
  "reasons.other-holes": "打てないマスの位置が、選んだルールの盤と違います。",

  "reasons.unreadable": "「{found}」が読めません。",
  "reasons.mismatch": "足りないところか、食い違っているところがあります。",
  "reasons.wrong-turn": "{color}の手 {move} がありますが、{color}の番ではありません。",
  "reasons.unsupported": "この盤やゲームには対応していません。",
  "reasons.too-long": "1局の棋譜にしては長すぎます。形式が違うかもしれません。",
  "reasons.truncated": "棋譜が途中で切れています。",
  "reasons.not-received": "途中で受け取れなくなりました。ここから先は読んでいません。",

  "reasons.empty": "中身がありません。",
  "reasons.packed": "圧縮されたファイルです。展開してから開いてください。",
  "reasons.no-record": "棋譜も局面も見つかりませんでした。",
  "reasons.positions": "局面のファイルです。棋譜庫に入れられるのは対局だけです。",
  "reasons.no-moves": "手も結果もないので、棋譜庫に入れられません。",
  "reasons.lines-before": "最初の棋譜より前の{lines}行は読んでいません。",
  "reasons.cut-sign": "最後の文字が途中で切れています。ファイルが欠けていないか確かめてください。",
  "reasons.more-faults": "これ以降の問題は、件数だけを数えています。",

  "places.game": "{number}局目",
  "places.line": "{number}行目",
  "places.byte": "{number}バイト目",
  "places.the end": "末尾",
  "places.and": "、",
};

export default words;
