/** Printers of slips that take ESC/POS at a TCP port. See README.md for what is sure. */
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import type { Adapter, Frame, Order, Outcome, Reply } from '#device/adapters/adapter.ts';

const PORT = 9_100;
/** DLE EOT n: printer, cause of being offline, error, paper. Answered at once, also by one that is offline. */
const STATUS = Buffer.from([1, 2, 3, 4].flatMap((n) => [0x10, 0x04, n]));
const STATUS_BYTES = 4;
/** GS r 1: the paper, answered in its turn, so that everything before it has been carried out. */
const DONE = Buffer.from([0x1d, 0x72, 0x01]);
/** A long slip at a slow head. */
const PRINTED_WITHIN_MS = 12_000;

const once = (bytes: Buffer, answerBytes: number, withinMs?: number): Frame => ({
  bytes,
  answerBytes: () => answerBytes,
  port: PORT,
  ...(withinMs === undefined ? {} : { withinMs }),
});

/** A slip in base64, as the templates make it, and after it the query that shows that it is through. */
function encode({ name, payload }: Order): Frame | null {
  const slip = typeof payload['escpos'] === 'string' ? Buffer.from(payload['escpos'], 'base64') : Buffer.alloc(0);
  return name === 'print' && slip.length > 0 ? once(Buffer.concat([slip, DONE]), 1, PRINTED_WITHIN_MS) : null;
}

/** Bits 4 and 7 are always off; bits 2 and 3 are on where the paper has ended, perhaps within the slip. */
function outcome({ body }: Reply): Outcome {
  const [paper] = Buffer.from(body, 'hex');
  return paper === undefined || (paper & 0x90) !== 0 || (paper & 0x0c) !== 0 ? 'unknown' : 'done';
}

/** In every answer to DLE EOT bits 1 and 4 are on, bits 0 and 7 off. */
const isStatus = (byte: number): boolean => (byte & 0x93) === 0x12;
const statusIn = ({ body }: Reply): Buffer | null => {
  const answer = Buffer.from(body, 'hex');
  return answer.length === STATUS_BYTES && answer.every(isStatus) ? answer : null;
};

const UNREADABLE = text('打印机的状态应答无法读取', 'its answer about its state cannot be read');
/** What hinders it, the most telling first: which answer, which bits. */
const FAULTS: readonly (readonly [number, number, Text])[] = [
  [1, 0x04, text('打印机上盖打开', 'the cover of the printer is open')],
  [3, 0x60, text('打印机缺纸', 'the printer is out of paper')],
  [1, 0x20, text('打印机缺纸', 'the printer is out of paper')],
  [2, 0x08, text('打印机切刀故障', 'the cutter of the printer is stuck')],
  [2, 0x60, text('打印机故障', 'the printer reports an error')],
  [1, 0x40, text('打印机故障', 'the printer reports an error')],
  [0, 0x08, text('打印机脱机', 'the printer is offline')],
];

/** What is wrong with it by its four answers; null where it prints. Paper that is running low prints on. */
export function faultIn(reply: Reply): Text | null {
  const status = statusIn(reply);
  if (!status) return UNREADABLE;
  return FAULTS.find(([nth, bits]) => (status[nth]! & bits) !== 0)?.[2] ?? null;
}

export const adapter: Adapter = {
  title: text('小票打印机（ESC/POS，网口 9100）', 'Slip printer (ESC/POS, network port 9100)'),
  limits: { bodyBytes: 4 * 1024, replyMs: 0 },
  can: { open: [], other: ['print'], prints: true, seesPassage: false, reportsColour: false },
  decode: () => ({ nativeId: null, events: [], ignored: text('打印机不发消息', 'A printer sends no messages') }),
  reply: () => ({ status: 200, headers: {}, body: '' }),
  encode,
  outcome,
  look: text(
    '不确定：打印机没有确认打印完毕，请看小票是否完整打出',
    'uncertain: the printer did not confirm that it is through; look whether the whole slip came out',
  ),
  probe: {
    call: () => once(STATUS, STATUS_BYTES),
    there: (answer) => statusIn(answer) !== null,
    fault: faultIn,
  },
  setup: () => [
    { label: text('接口', 'Interface'), value: text('网口，固定 IP 地址', 'Network, with a fixed address') },
    { label: text('端口（RAW）', 'Port (RAW)'), value: String(PORT) },
    { label: text('指令集', 'Commands'), value: 'ESC/POS' },
    { label: text('字符集（中文机型）', 'Character set (Chinese models)'), value: 'GB18030' },
    {
      label: text('自动状态返回（ASB）', 'Automatic status back (ASB)'),
      value: text('关', 'Off'),
    },
    {
      label: text('网络', 'Network'),
      value: text(
        '与收费电脑同网段，列入 GATEHOUSE_CAMERA_NETWORKS；一次只接一个连接，不要被其他程序占住',
        'Within GATEHOUSE_CAMERA_NETWORKS; it takes one connection at a time: no other program may hold it',
      ),
    },
    {
      label: text('纸宽', 'Paper'),
      value: text('按车场启用的打印模板（58 或 80 毫米）', 'By the print template in use (58 or 80 mm)'),
    },
  ],
};
