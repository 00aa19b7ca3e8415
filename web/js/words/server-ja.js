// @ts-check
/**
 * In Japanese, what the server says in English: by its codes, with the part that is at fault. On English pages its own sentences are
 * shown, which say more.
 */

const words = {
  "refusals.bad-moves": "「{got}」は手として読めません。",
  "refusals.bad-moves-at": "{ply}手目の {got} は打てません。",
  "refusals.bad-position": "盤面として読めません：「{got}」",
  "refusals.bad-variant": "「{got}」というルールはありません。",
  "refusals.bad-record": "棋譜も局面も見つかりませんでした。",
  "refusals.bad-job": "エンジンはこの局面を引き受けられません。",
  "refusals.bad-query": "指定「{got}」が読めません。",
  "refusals.too-large": "大きすぎて読み込めません。",
  "refusals.not-for-you": "このサーバーでは許可されていません。",
  "refusals.not-found": "「{got}」は見つかりません。",
  "refusals.unwritable": "この形式では書き出せません。別の形式を選んでください。",
  "refusals.failed": "サーバーで問題が起きました。",

  "faults.both-colors": "両方の色の石があるマス：{squares}",
  "faults.outside-board": "盤の外に石があります：{squares}",

  "places.game": "{number}局目",
  "places.line": "{number}行目",
  "places.byte": "{number}バイト目",
  "places.the end": "末尾",
  "places.and": "、",
};

export default words;
