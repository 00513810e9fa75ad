import { dateTime, decimal, integer, select, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';

export const fireSendings = {
  on: text('已开', 'Open'),
  off: text('已恢复', 'Back to normal'),
  unsure: text('未应答', 'No answer'),
  refused: text('设备不支持', 'Not done by the device'),
};

/**
 * What devices at doors have besides a device. The columns are those of `parkDevice`; its own forms do not ask for
 * them.
 */
export const doorColumns = {
  villageId: str(text('小区', 'Community'), { hidden: true, readOnly: true, max: 36 }),
  doorGateId: str(text('所在门', 'Door'), { hidden: true, readOnly: true, max: 36 }),
  doorKind: select(
    text('设备类型', 'Kind'),
    {
      controller: text('控制器', 'Controller'),
      face: text('人脸终端', 'Face terminal'),
      reader: text('读卡器', 'Reader'),
      lift: text('梯控', 'Lift controller'),
      intercom: text('对讲机', 'Intercom'),
      thermal: text('测温相机', 'Temperature camera'),
    },
    { hidden: true, readOnly: true },
  ),
  reader: select(
    text('读卡方向', 'Reads'),
    { in: text('进', 'In'), out: text('出', 'Out'), both: text('进出', 'Both ways') },
    { hidden: true, readOnly: true },
  ),
  /** What the device was last sent of a fire, and what became of it. */
  fireSent: select(text('消防开门', 'Fire'), fireSendings, { hidden: true, readOnly: true }),
  fireCommandId: str(text('消防指令', 'Fire command'), { hidden: true, readOnly: true, max: 36 }),
  /** From when on it is to be informed of passages at other terminals, and the command that is under way. */
  presenceDue: dateTime(text('在场待告知', 'Presence due from'), { hidden: true, readOnly: true }),
  presenceSent: dateTime(text('在场已发自', 'Presence sent from'), { hidden: true, readOnly: true }),
  presenceCommandId: str(text('在场指令', 'Presence command'), { hidden: true, readOnly: true, max: 36 }),
  placeId: str(text('测温地点', 'Place'), { hidden: true, readOnly: true, max: 36 }),
  warnTemp: decimal(text('预警温度（℃）', 'Warns from (°C)'), { hidden: true, readOnly: true }),
  lowTemp: decimal(text('下限（℃）', 'Lowest (°C)'), { hidden: true, readOnly: true }),
  highTemp: decimal(text('上限（℃）', 'Highest (°C)'), { hidden: true, readOnly: true }),
  tempOffset: decimal(text('修正（℃）', 'Offset (°C)'), { hidden: true, readOnly: true }),
  distanceCm: integer(text('测量距离（厘米）', 'Distance (cm)'), { hidden: true, readOnly: true }),
};

export const readerSides = { in: text('进', 'In'), out: text('出', 'Out') };

export const bodySites = {
  forehead: text('额头', 'Forehead'),
  wrist: text('手腕', 'Wrist'),
  canthus: text('眼角', 'Corner of the eye'),
};

export const credentialKinds = {
  card: text('卡', 'Card'),
  pin: text('密码', 'PIN'),
  qr: text('二维码', 'QR code'),
  face: text('人脸', 'Face'),
};

export const doorResults = {
  granted: text('放行', 'Let pass'),
  refused: text('拒绝', 'Refused'),
  opened: text('开门', 'Opened'),
  closed: text('关门', 'Closed'),
  forced: text('强行打开', 'Forced open'),
  heldOpen: text('超时未关', 'Held open'),
  tamper: text('设备被拆', 'Tampered with'),
  fire: text('消防输入接通', 'Fire input on'),
  fireOff: text('消防输入断开', 'Fire input off'),
};

export const contactStates = {
  open: text('打开', 'Opened'),
  closed: text('关上', 'Closed'),
  held: text('超时未关', 'Held open'),
  forced: text('强行打开', 'Forced open'),
  tamper: text('设备被拆', 'Tampered with'),
};

export const contactCauses = {
  swipe: text('凭证', 'Credential'),
  button: text('出门按钮', 'Exit button'),
  command: text('远程', 'Remote'),
  mode: text('常开或消防', 'Held open or fire'),
  unknown: text('原因不明', 'Unknown'),
};
