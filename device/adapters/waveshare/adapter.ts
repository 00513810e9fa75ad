/** Waveshare relay boards over Modbus TCP: a coil that falls off by itself. See README.md for what is sure. */
import { text } from '#kit/declare/text.ts';
import type { Adapter, Frame, Order, Outcome, Setup } from '#device/adapters/adapter.ts';

const UNIT = 1;
const WRITE_COIL = 5;
const READ_COILS = 1;
/** Coils from here on are switched on for so many tenths of a second. */
const FLASH = 0x0200;
const PULSE_TENTHS = 5;
const HEAD = 6;

export function frame(code: number, address: number, value: number, answerBytes: number): Frame {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt16BE(1, 0);
  bytes.writeUInt16BE(6, 4);
  bytes[6] = UNIT;
  bytes[7] = code;
  bytes.writeUInt16BE(address, 8);
  bytes.writeUInt16BE(value, 10);
  // An exception is shorter: nine bytes.
  return { bytes, answerBytes: (answer) => (answer.length >= 9 && (answer[7]! & 0x80) !== 0 ? 9 : answerBytes) };
}

const coil = (channel: number): number => Math.max(0, channel - 1);

const encode = ({ name }: Order, { channel }: Setup): Frame | null =>
  name === 'open' ? frame(WRITE_COIL, FLASH + coil(channel), PULSE_TENTHS, 12) : null;

const BUSY = 6;
/** The answer in hex. Done is the very call again. */
function outcome({ body }: { body: string }): Outcome {
  const answer = Buffer.from(body, 'hex');
  if (answer.length < HEAD + 3) return 'unknown';
  if (answer[7] === (WRITE_COIL | 0x80)) return answer[8] === BUSY ? 'busy' : 'refused';
  const echoes = answer.length === 12 && answer[7] === WRITE_COIL && answer.readUInt16BE(8) >= FLASH;
  return echoes && answer.readUInt16BE(10) === PULSE_TENTHS ? 'done' : 'unknown';
}

export const adapter: Adapter = {
  title: text('微雪 Modbus TCP 继电器', 'Waveshare Modbus TCP relay'),
  limits: { bodyBytes: 4 * 1024, replyMs: 0 },
  can: { open: ['call'], other: [], seesPassage: false, reportsColour: false },
  decode: () => ({ nativeId: null, events: [], ignored: text('继电器不发消息', 'A relay sends no messages') }),
  reply: () => ({ status: 200, headers: {}, body: '' }),
  encode,
  outcome,
  probe: {
    call: ({ channel }) => frame(READ_COILS, coil(channel), 1, 10),
    there: ({ body }) => Buffer.from(body, 'hex')[7] === READ_COILS,
  },
  setup: () => [
    {
      label: text('输出接线', 'Wire its output'),
      value: text(
        '常开触点接道闸控制器“开”与公共端',
        'Its normally open contact to “open” and common of the barrier’s board',
      ),
    },
    { label: text('工作模式', 'Mode'), value: text('TCP 服务器，Modbus TCP 协议', 'TCP server, Modbus TCP protocol') },
    { label: text('端口', 'Port'), value: '502' },
    { label: text('从站地址', 'Unit'), value: '1' },
    {
      label: text('网络', 'Network'),
      value: text(
        '固定地址，与相机同网段且不与他人共用；列入 GATEHOUSE_CAMERA_NETWORKS',
        'A fixed address in a network of cameras alone (Modbus has no login), within GATEHOUSE_CAMERA_NETWORKS',
      ),
    },
    {
      label: text('本页“通道”', '“Channel” on this page'),
      value: text('继电器编号，从 1 起', 'Number of the relay, from 1'),
    },
  ],
};
