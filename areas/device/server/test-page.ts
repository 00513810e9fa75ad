/** What a slip printer prints when it is tried: both scripts, big and bold, and a cut. */
import { escpos } from '#domain/print/escpos.ts';
import { columnsOf, layout } from '#domain/print/layout.ts';
import { parseTemplate } from '#domain/print/template.ts';

const PAGE = `# 打印测试 Test\n= 你好，欢迎光临\n---\n车牌号 Plate | 浙A12345\n! 实收 10.00 元\n{time}\n[feed 2]\n[cut]\n`;
/** The narrower of the two rolls: it comes out whole on either. */
const COLUMNS = columnsOf['58'];

/** The bytes of the page, base64. */
export function testPage(now: Date): string {
  const { blocks } = parseTemplate(PAGE, { values: ['time'], lists: {} });
  const lines = layout(blocks, { values: { time: now.toISOString() }, lists: {} }, COLUMNS);
  return Buffer.from(escpos(lines)).toString('base64');
}
