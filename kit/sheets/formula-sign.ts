/**
 * Spreadsheets run a text that begins so as a formula, Chinese and Japanese ones by full-width signs too; a quote
 * before it keeps it text.
 */
export const formulaSign = /^[=+\-@＝＋－＠\t\r\n]/;
