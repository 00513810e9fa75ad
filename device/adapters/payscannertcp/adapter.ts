/** Readers of pay codes at a serial line or TCP port: a line for each code. See README.md for what is sure. */
import { text } from '#kit/declare/text.ts';
import type { Adapter } from '#device/adapters/adapter.ts';
import { adapter as posting, codesIn } from '#device/adapters/payscanner/adapter.ts';

/** What servers for serial lines listen at as they are sold. */
const PORT = 8_899;

export const adapter: Adapter = {
  ...posting,
  title: text('付款码扫码器（串口或 TCP，逐行读取）', 'Pay code scanner (serial or TCP, read line by line)'),
  can: { ...posting.can, payCodes: 'read' },
  decode: () => ({
    nativeId: null,
    events: [],
    ignored: text('它不发消息，由平台读取', 'It posts nothing: it is read'),
  }),
  reply: () => ({ status: 200, headers: {}, body: '' }),
  lines: { port: PORT, read: codesIn },
  setup: () => [
    {
      label: text('串口扫码器', 'A scanner with a serial line'),
      value: text('接串口服务器，9600、8N1', 'To a server for serial lines, 9600 8N1'),
    },
    { label: text('工作模式', 'Mode'), value: text('TCP 服务器，透明传输', 'TCP server, transparent') },
    { label: text('端口', 'Port'), value: String(PORT) },
    { label: text('后缀', 'Suffix'), value: text('回车（CR），或回车换行', 'Carriage return, or with a line feed') },
    {
      label: text('码制', 'Symbologies'),
      value: text('只开 QR 码与 Code 128（付款码）', 'Only QR code and Code 128, as pay codes are'),
    },
    { label: text('同码间隔', 'Same code again after'), value: text('3 秒', '3 s') },
    {
      label: text('网络', 'Network'),
      value: text(
        '固定地址，列入 GATEHOUSE_CAMERA_NETWORKS；一次只接一个连接',
        'A fixed address, within GATEHOUSE_CAMERA_NETWORKS; it takes one connection at a time',
      ),
    },
  ],
};
