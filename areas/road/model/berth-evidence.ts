import { boolean, dateTime, decimal, image, integer, plate, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { user } from '#areas/access/model/user.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import { evidenceClaims } from '#areas/device/model/roadside-fields.ts';
import { curbPark } from '#areas/lot/model/curb-park.ts';
import { colours } from '#areas/passage/model/words.ts';
import { rdBerth } from './rd-berth.ts';
import { evidenceSources } from './words.ts';

/**
 * What one source claims of one berth at one instant. Facts, append only. The id follows from the source and its
 * number, so the same claim again is the same row; `rawAt` is the source's own clock and never changes, `at` is
 * corrected by its offset.
 */
export const berthEvidence = resource({
  name: 'berthEvidence',
  title: text('泊位证据', 'Berth evidence'),
  area: 'road',
  page: 'record',
  scope: 'park',
  wire: { base: '/api/gatehouse/berthEvidence' },
  facts: { by: 'rawAt', days: 7 },
  fields: {
    at: dateTime(text('时间', 'Time'), { required: true }),
    rawAt: dateTime(text('来源时钟', 'Source clock'), { required: true }),
    heardAt: dateTime(text('收到时间', 'Received at')),
    parkId: relation(text('路内车场', 'Roadside car park'), () => curbPark, { required: true, search: true }),
    berthId: relation(text('泊位', 'Berth'), () => rdBerth, { required: true, search: true, within: 'parkId' }),
    source: select(text('来源', 'Source'), evidenceSources, { required: true, search: true }),
    sourceId: str(text('来源编号', 'Source id'), { hidden: true, max: 64 }),
    seq: str(text('序号', 'Number'), { hidden: true, max: 64 }),
    claim: select(text('内容', 'Claim'), evidenceClaims, { required: true, search: true }),
    deviceId: relation(text('设备', 'Device'), () => parkDevice, { search: true, within: 'parkId' }),
    userId: relation(text('人员', 'Person'), () => user, { search: true }),
    plateNumber: plate(text('车牌号', 'Plate'), { search: true, personal: true, colouredBy: 'plateColour' }),
    plateColour: select(text('车牌颜色', 'Plate colour'), colours),
    /** 0..1. */
    confidence: decimal(text('可信度', 'Confidence')),
    picture: image(text('图片', 'Picture'), { personal: true }),
    sha256: str(text('图片校验值', 'Picture checksum'), { max: 64 }),
    /** How often the source's state changed so far, where it counts: a gap shows that a change was lost. */
    changes: integer(text('变化计数', 'Changes counted'), { hidden: true }),
    sinceSeconds: integer(text('状态已持续（秒）', 'In this state for (s)'), { hidden: true }),
    restarted: boolean(text('重启后首条', 'First after a restart'), { hidden: true }),
    alsoOf: str(text('同一辆车的另一泊位', 'Same car as on berth'), { hidden: true, max: 40 }),
    offline: boolean(text('脱机产生', 'Made offline')),
  },
  display: 'claim',
  index: [['berthId', 'at']],
  list: ['at', 'berthId', 'source', 'claim', 'plateNumber', 'confidence', 'picture', 'deviceId', 'userId', 'offline'],
  help: text('每条证据来自一个来源，只增不改。', 'Each piece comes from one source; none is ever changed.'),
});
