import { dateTime, geoPoint, integer, percent, select, str } from '#kit/declare/field.ts';
import type { Field } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';

export const lockArms = {
  down: text('已降', 'Down'),
  up: text('已升', 'Up'),
  moving: text('动作中', 'Moving'),
  stuck: text('卡住', 'Stuck'),
  unknown: text('不明', 'Unknown'),
};

/** What a source reports about a berth. */
export const evidenceClaims = {
  arrive: text('驶入', 'Arrived'),
  leave: text('驶离', 'Left'),
  present: text('有车', 'Car there'),
  absent: text('无车', 'No car'),
  plate: text('车牌', 'Plate read'),
};

/**
 * What devices at the roadside have besides a device. The columns are those of `parkDevice`; its own forms do not ask
 * for them.
 */
export const roadsideFields = {
  /** The berths bound now, for lists; bindings with their times are `sensorBinding`. */
  berthNo: str(text('泊位号', 'Berth'), { search: true, max: 200 }),
  silentAfterMin: integer(text('静默判定（分钟）', 'Silent after (min)'), {
    min: 1,
    max: 10_080,
    default: 180,
    help: text(
      '多久没有消息视为静默，一般为三个心跳',
      'Counts as silent after this long without a message, three heartbeats',
    ),
  }),
  /** How what it sends by LoRaWAN is read (domain/lorawan/codecs.ts). */
  codec: select(
    text('LoRaWAN 型号', 'LoRaWAN model'),
    {
      boschTps110: text('Bosch TPS110', 'Bosch TPS110'),
      nwaveNps405: text('Nwave NPS405', 'Nwave NPS405'),
      senso8Lrs20: text('SENSO8 LRS20', 'SENSO8 LRS20'),
    },
    {
      help: text(
        '经 LoRaWAN 网络接入的地磁须选，序列号填 DevEUI',
        'For a sensor that comes by a LoRaWAN network; its serial number is the DevEUI',
      ),
    },
  ),
  batteryMv: integer(text('电池（毫伏）', 'Battery (mV)'), { readOnly: true }),
  rssi: integer(text('信号（dBm）', 'Signal (dBm)'), { readOnly: true }),
  changes: integer(text('变化计数', 'Changes'), { readOnly: true }),
  faults: integer(text('差错次数', 'Faults'), { readOnly: true, default: 0 }),
  /** By where it and people or cameras disagreed in the last days; worked out once a day. */
  wrongShare: percent(text('估计错误率', 'Probably wrong'), {
    readOnly: true,
    help: text(
      '近七天与人员、相机不一致而估计出错的比例，每天更新；高的先检修',
      'Share of the last seven days’ checks it probably had wrong, by where it and people or cameras disagree; the highest are repaired first',
    ),
  }),
  lockUse: select(
    text('用途', 'Use'),
    {
      hold: text('占位收费', 'Holds a car until paid'),
      keep: text('保留车位', 'Keeps a space'),
    },
    { search: true, default: 'hold' },
  ),
  lockMode: select(
    text('模式', 'Mode'),
    { auto: text('自动', 'Automatic'), manual: text('手动', 'Manual'), service: text('维护', 'Service') },
    { search: true, default: 'auto' },
  ),
  arm: select(text('挡臂', 'Arm'), lockArms, {
    readOnly: true,
    search: true,
    default: 'unknown',
    tones: { down: 'ok', up: 'info', moving: 'info', stuck: 'bad', unknown: 'warn' },
  }),
  carThere: select(text('车辆', 'Car'), { yes: text('有车', 'There'), no: text('无车', 'None') }, { readOnly: true }),
  /** Parameters of its firmware as they were last read or written, by their number. */
  lockValues: str(text('参数', 'Parameters'), { readOnly: true, max: 200 }),
  armAt: dateTime(text('挡臂变化时间', 'Arm since'), { readOnly: true, since: true }),
  /** Its own time of its last status: what comes late changes none of it. */
  toldAt: dateTime(text('上报时间', 'Reported at'), { readOnly: true }),
  address: str(text('地址', 'Address'), { max: 200 }),
  location: geoPoint(text('位置', 'Position')),
};

/** The same as columns alone. */
export const roadsideColumns: Readonly<Record<string, Field>> = Object.fromEntries(
  Object.entries(roadsideFields).map(([name, field]) => {
    const { search: _, default: __, ...rest } = field as Field;
    return [name, { ...rest, hidden: true, readOnly: true }];
  }),
);
