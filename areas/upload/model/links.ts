import { park } from '#areas/lot/model/park.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { dateTime, json, longText, multiSelect, relation, str } from '#kit/declare/field.ts';
import { call } from '#kit/declare/call.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { thirdparty } from './thirdparty.ts';
import { messageKinds } from './words.ts';

const base = '/api/updown/thirdparty';

export const startUpload = call({
  name: 'thirdparty.startUpload',
  title: text('补传', 'Catch up'),
  area: 'upload',
  method: 'POST',
  path: '/api/updown/wuLuMuQi/startUpload',
  permission: 'thirdparty:send',
  answer: 'object',
  input: {
    parkId: relation(text('车场', 'Car park'), () => park, { required: true }),
    startTime: dateTime(text('开始时间', 'From'), { required: true }),
    endTime: dateTime(text('结束时间', 'To'), { required: true }),
    platId: relation(text('平台', 'Platform'), () => thirdparty, {
      help: text('留空为该车场的全部平台', 'Left empty: all platforms of the car park'),
    }),
  },
  note: text(
    '从停车记录补出缺少的消息，已有的不重复；至多31天、60天以内；答 {made, known}',
    'Makes the messages that are missing from the visits, none twice; at most 31 days, none older than 60; answers {made, known}',
  ),
});

const linkFields = {
  platId: relation(text('平台', 'Platform'), () => thirdparty, { required: true, search: true }),
  parkId: relation(text('车场', 'Car park'), () => park, {
    required: true,
    search: true,
    fixed: true,
    alias: ['PKID'],
  }),
  thirdParkId: str(text('平台的车场编号', 'Its number there'), { required: true, search: true, max: 80, width: 180 }),
  kinds: multiSelect(text('上传内容', 'Uploaded data'), messageKinds, {
    help: text('留空为平台支持的全部', 'Left empty: all the platform takes'),
    none: text('全部', 'All'),
    width: 200,
  }),
  values: json(text('附加参数', 'Further values'), {
    alias: ['config'],
    help: text(
      '档案中 park.values 的值，如 {"chargeType":"1"}',
      'Values of park.values in the profile, like {"chargeType":"1"}',
    ),
  }),
  registered: dateTime(text('备案时间', 'Registered at'), { readOnly: true }),
  remark: longText(text('备注', 'Remark'), { max: 500 }),
};

/**
 * A car park at a platform: under which number it is known there. From then on what happens at it is recorded for the
 * platform.
 */
export const thirdpartyApp = resource({
  name: 'thirdpartyApp',
  title: text('上传车场', 'Uploaded car park'),
  many: text('上传车场', 'Uploaded car parks'),
  help: text(
    '向某平台上传的车场及其在对方的编号；登记后发生的即记录。',
    'Car parks uploaded to a platform, and their numbers there. Events from then on are recorded for it.',
  ),
  area: 'upload',
  route: '/system/thirdpartyApp',
  scope: 'park',
  config: { folder: 'uploads', key: ['platId'] },
  wire: { base, list: 'applist', detail: 'appdetail', submit: 'appsubmit', remove: 'appremove' },
  fields: linkFields,
  display: 'thirdParkId',
  unique: [['platId', 'parkId']],
  list: ['platId', 'parkId', 'thirdParkId', 'kinds', 'registered', 'remark'],
  actions: [{ call: startUpload, key: 'parkId', from: 'parkId' }],
});

/** The same rows as authorities see them: by car park. */
export const thirdplatform = resource({
  name: 'thirdplatform',
  title: text('省市监管平台', 'Provincial platform'),
  help: text(
    '按车场登记的监管平台（城市、省级、公安）及车场在对方的编号。',
    'Car parks reported to authorities (city, province, police), with their numbers there.',
  ),
  area: 'upload',
  route: '/system/thirdplatform',
  scope: 'park',
  rowsOf: () => thirdpartyApp,
  wire: { base: '/api/updown/sc/thirdplatform', key: 'RecordID' },
  fields: linkFields,
  display: 'thirdParkId',
  unique: [['platId', 'parkId']],
  list: ['parkId', 'platId', 'thirdParkId', 'kinds', 'registered', 'remark'],
  actions: [{ call: startUpload, key: 'parkId', from: 'parkId' }],
});

/** A lane at a platform. */
export const thirdpartyGate = resource({
  name: 'thirdpartyGate',
  title: text('平台通道', 'Lane at a platform'),
  many: text('平台通道', 'Lanes at platforms'),
  help: text(
    '通道在平台的编号；未登记的通道不带编号。',
    'Lane numbers at platforms; a lane without one is uploaded without.',
  ),
  area: 'upload',
  route: '/system/thirdpartyGate',
  scope: 'park',
  config: { folder: 'upload-lanes', key: ['platId', 'gateId'] },
  verbs: ['list', 'add', 'edit', 'export'],
  wire: { base, list: 'queryGateList', submit: 'gatesubmit' },
  fields: {
    platId: relation(text('平台', 'Platform'), () => thirdparty, { required: true, search: true }),
    parkId: relation(text('车场', 'Car park'), () => park, { required: true, search: true, fixed: true }),
    gateId: relation(text('通道', 'Lane'), () => parkGate, { required: true, search: true, within: 'parkId' }),
    thirdGateId: str(text('平台的通道编号', 'Its number there'), { required: true, max: 80 }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'thirdGateId',
  unique: [['platId', 'gateId']],
  list: ['platId', 'parkId', 'gateId', 'thirdGateId', 'remark'],
});

export const gateDetail = call({
  name: 'thirdpartyGate.ofLane',
  title: text('平台通道详情', 'Lane at a platform'),
  area: 'upload',
  method: 'GET',
  path: `${base}/queryGateDetails`,
  permission: 'thirdpartyGate:read',
  answer: 'object',
  input: {
    id: relation(text('平台通道', 'Lane at a platform'), (): Resource => thirdpartyGate),
    gateId: relation(text('通道', 'Lane'), () => parkGate),
  },
  note: text(
    '按 id，或按我方通道编号；一条通道在多个平台时取最早登记的',
    'By id, or by our lane: of one that several platforms know, what was entered first',
  ),
});
