import { text } from '#kit/declare/text.ts';

/**
 * Devices one can buy that do not speak our own protocol: how each is called. Its messages are in
 * `device/adapters/<name>`.
 */
export const families = {
  alphadigi: text('臻识 HTTP 推送（ALPHADIGI）', 'ALPHADIGI (VZ) HTTP push'),
  huaxia: text('华夏智信 HTTP（模式 5）', 'Huaxia Zhixin HTTP (mode 5)'),
  hikvision: text('海康威视 ISAPI', 'Hikvision ISAPI'),
  dahua: text('大华 ITSAPI', 'Dahua ITSAPI'),
  axis: text('安讯士 License Plate Verifier', 'Axis License Plate Verifier'),
  platerecognizer: text('Plate Recognizer Stream 识别软件', 'Plate Recognizer Stream'),
  rekor: text('Rekor Scout 识别软件（OpenALPR）', 'Rekor Scout (OpenALPR)'),
  frigate: text('Frigate 识别软件', 'Frigate'),
  webhook: text('通用 Webhook（自定义字段）', 'Universal webhook (fields of your choice)'),
  shelly: text('Shelly 继电器', 'Shelly relay'),
  waveshare: text('微雪 Modbus TCP 继电器', 'Waveshare Modbus TCP relay'),
  waveshareinputs: text('微雪 Modbus TCP 继电器，读取输入', 'Waveshare Modbus TCP relay, inputs read'),
  payscanner: text('付款码扫码器（HTTP 推送）', 'Pay code scanner (HTTP push)'),
  payscannertcp: text('付款码扫码器（串口或 TCP，逐行读取）', 'Pay code scanner (serial or TCP, read line by line)'),
  escpos: text('小票打印机（ESC/POS，网口 9100）', 'Slip printer (ESC/POS, network port 9100)'),
};
export type FamilyName = keyof typeof families;

/** Relays that raise a barrier and see nothing: they stand in a lane as its barrier. */
export const relayFamilies: readonly FamilyName[] = ['shelly', 'waveshare', 'waveshareinputs'];
/** Readers of pay codes beside the driver's window: they stand in a lane as its scanner. */
export const scannerFamilies: readonly FamilyName[] = ['payscanner', 'payscannertcp'];
/** Printers of slips: they belong to a booth, or to a lane. */
export const printerFamilies: readonly FamilyName[] = ['escpos'];
/** Every other family stands in a lane as its camera. */
export const cameraFamilies: readonly FamilyName[] = (Object.keys(families) as FamilyName[]).filter(
  (name) => ![relayFamilies, scannerFamilies, printerFamilies].some((others) => others.includes(name)),
);
/** The kind of device that each family is entered as. */
export const kindOfFamily = (name: FamilyName): 'camera' | 'gate' | 'scanner' | 'printer' =>
  relayFamilies.includes(name)
    ? 'gate'
    : scannerFamilies.includes(name)
      ? 'scanner'
      : printerFamilies.includes(name)
        ? 'printer'
        : 'camera';

/** Contacts at a barrier that the inputs of a relay report. */
export const contacts = {
  up: text('升到位', 'Barrier up'),
  down: text('落到位', 'Barrier down'),
  passed: text('杆后地感', 'Loop behind the barrier'),
};
export type Contact = keyof typeof contacts;

/** Boards for texts and voices that hang on a camera's serial line, by what they speak. */
export const boards = {
  zero64: text('0064 协议屏（方控、缪总、臻识等）', 'Board of the 00 64 protocol'),
  zero64Stored: text(
    '0064 协议屏，待机内容也由平台写入（未经实机验证）',
    'Board of the 00 64 protocol, idle content written too (not tried on hardware)',
  ),
};
export type BoardName = keyof typeof boards;
/** Cameras that pass on to a board what goes with their answers. */
export const boardFamilies: readonly FamilyName[] = ['alphadigi', 'huaxia'];

/** Those that raise a barrier when they are called at an address of their own. */
const calledOpeners: readonly FamilyName[] = ['hikvision', 'dahua', 'axis', ...relayFamilies];
/** Those that raise one by what goes with an answer: they ask, and need no address. */
export const answeredOpeners: readonly FamilyName[] = ['alphadigi', 'huaxia'];
/** What raises a barrier at all; the others read, print or scan, and something else of their lane opens. */
export const openFamilies: readonly FamilyName[] = [...answeredOpeners, ...calledOpeners];

/**
 * Cameras that keep a list to let cars in by while they are cut off, and whose way of writing it is sure. `batch`: so
 * many plates go with one command; `readsBack`: what they hold can be read.
 */
export const listFamilies: Readonly<
  Partial<Record<FamilyName, { readonly batch: number; readonly readsBack: boolean }>>
> = {
  alphadigi: { batch: 5, readsBack: false },
  hikvision: { batch: 20, readsBack: true },
};

/** How sure it is that a message is the device's own (docs/devices.md). */
export const trusts = {
  proven: text('已证明', 'Proven'),
  placed: text('按网段', 'By its network'),
  claimed: text('仅自称', 'Claimed only'),
};
export type Trust = keyof typeof trusts;
