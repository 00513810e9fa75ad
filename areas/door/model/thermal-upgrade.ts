/**
 * New firmware on its way to thermal cameras: one row for each camera, from the order to the heartbeat that proves it.
 */
import { call } from '#kit/declare/call.ts';
import { dateTime, file, integer, longText, relation, relations, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { area, companyId, remark, villageId } from './common.ts';
import { thermalCamera } from './thermal-camera.ts';

const base = '/api/updown/yjUpgrade';

export const upgradeStates = {
  waiting: text('待下发', 'To be sent'),
  sent: text('已发出', 'Sent'),
  accepted: text('升级中', 'Upgrading'),
  done: text('已升级', 'Upgraded'),
  failed: text('未成功', 'Failed'),
  replaced: text('已被替代', 'Replaced'),
};

export const upgradeCameras = call({
  name: 'thermalUpgrade.issue',
  title: text('下发升级', 'Upgrade cameras'),
  area,
  method: 'POST',
  path: `${base}/submit`,
  permission: 'thermalUpgrade:issue',
  input: {
    versionNo: str(text('版本号', 'Version'), {
      required: true,
      max: 40,
      help: text('须与升级后相机心跳所报的一致', 'As the camera tells it once it runs it'),
    }),
    fileUrl: file(text('固件文件', 'File'), { required: true }),
    deviceIds: relations(text('测温相机', 'Cameras'), () => thermalCamera, { required: true }),
    remark: longText(text('更新说明', 'What changed'), { max: 500 }),
  },
  note: text(
    '每台相机一行，离线的等它回来；同一相机尚未完成的旧升级被替代。答 {ids}。',
    'One row for each camera; one that is away is waited for. What was on its way to the same camera before is replaced. Answers {ids}.',
  ),
});

export const retryUpgrade = call({
  name: 'thermalUpgrade.retry',
  title: text('重试', 'Try again'),
  area,
  method: 'POST',
  path: '/api/gatehouse/door/retryUpgrade',
  permission: 'thermalUpgrade:issue',
  input: { id: relation(text('升级', 'Upgrade'), (): Resource => thermalUpgrade, { required: true }) },
});

export const thermalUpgrade = resource({
  name: 'thermalUpgrade',
  title: text('测温相机升级', 'Camera upgrade'),
  many: text('测温相机升级', 'Camera upgrades'),
  help: text(
    '固件下发到各测温相机。相机接受后下载并核对校验值；心跳报出该版本才算已升级，半小时未报为未成功。',
    'Firmware on its way to thermal cameras. A camera that accepts it fetches it and checks its checksum; it counts as upgraded once its heartbeat names the version, and as failed where that does not happen within half an hour.',
  ),
  area,
  route: '/door/yjUpgrade',
  page: 'list',
  scope: 'company',
  wire: { base },
  verbs: ['list', 'detail', 'remove', 'export'],
  fields: {
    deviceId: relation(text('测温相机', 'Camera'), () => thermalCamera, { search: true, outlives: true }),
    villageId: { ...villageId, required: false },
    companyId,
    versionNo: str(text('版本号', 'Version'), { search: true, max: 40 }),
    fromVersion: str(text('原版本', 'Version before'), { max: 40 }),
    fileUrl: file(text('固件文件', 'File')),
    sha256: str(text('SHA-256', 'SHA-256'), { max: 64 }),
    state: select(text('状态', 'State'), upgradeStates, {
      search: true,
      alias: ['status'],
      tones: { waiting: 'warn', sent: 'info', accepted: 'info', done: 'ok', failed: 'bad', replaced: 'muted' },
    }),
    why: str(text('说明', 'Why'), {
      max: 200,
      options: {
        offline: text('相机离线', 'Camera offline'),
        'no-answer': text('相机未应答', 'No answer'),
        'not-proved': text('接受后半小时未报新版本', 'Accepted, and not running it half an hour later'),
        removed: text('相机已删除', 'The camera was removed'),
      },
    }),
    tries: integer(text('发送次数', 'Times sent')),
    nextTry: dateTime(text('下次重试', 'Next try')),
    ackTime: dateTime(text('相机应答', 'Accepted at')),
    doneTime: dateTime(text('完成时间', 'Upgraded at')),
    commandId: str(text('指令', 'Command'), { hidden: true, max: 36 }),
    remark,
  },
  display: 'versionNo',
  index: [['state'], ['deviceId']],
  order: { by: 'createdAt', desc: true },
  list: ['deviceId', 'versionNo', 'fromVersion', 'state', 'why', 'tries', 'nextTry', 'ackTime', 'doneTime', 'remark'],
  actions: [{ call: retryUpgrade, key: 'id', when: { field: 'state', is: ['waiting', 'failed'] } }],
});
