import { company } from '#areas/org/model/company.ts';
import { boolean, dateTime, file, integer, longText, relation, select, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';

/** A version of the collectors' app and who is to have it. */
export const pdaplatform = resource({
  name: 'pdaplatform',
  title: text('手持机版本', 'Handheld version'),
  many: text('手持机升级', 'Handheld upgrades'),
  help: text(
    '收费员应用的版本：是否强制、发布比例与最低版本。详情中列出使用该版本的手持机。',
    'Versions of the collectors’ app: forced or not, share of handhelds and lowest version. The detail lists the handhelds that run it.',
  ),
  area: 'handheld',
  route: '/system/handheldUpgrade',
  scope: 'company',
  wire: { base: '/api/updown/pda/pdaplatform', remove: 'delete', detail: 'info', key: 'platId' },
  fields: {
    platName: str(text('名称', 'Name'), { required: true, search: true, max: 40 }),
    companyId: relation(text('单位', 'Company'), () => company, { search: true, fixed: true }),
    channel: select(
      text('渠道', 'Channel'),
      { pwa: text('网页应用', 'Web app'), apk: text('安卓安装包', 'Android package') },
      { required: true, default: 'pwa', search: true },
    ),
    versionNo: str(text('版本号', 'Version'), {
      required: true,
      search: true,
      max: 20,
      help: text('如 1.4.0', 'Such as 1.4.0'),
    }),
    fileUrl: file(text('安装包', 'Package'), { alias: ['url'], when: { field: 'channel', is: ['apk'] } }),
    sha256: str(text('SHA-256', 'SHA-256'), { max: 64, when: { field: 'channel', is: ['apk'] } }),
    minVersion: str(text('最低版本', 'Lowest version'), {
      max: 20,
      help: text('低于此版本须先升级，升级前先上传未传数据', 'Older ones must upgrade; they send what is queued first'),
    }),
    forced: boolean(text('强制升级', 'Forced'), { default: false, search: true }),
    percent: integer(text('发布比例（%）', 'Share (%)'), { default: 100, min: 1, max: 100 }),
    releaseTime: dateTime(text('发布时间', 'Released at')),
    remark: longText(text('更新说明', 'What is new'), { max: 1000 }),
  },
  display: 'versionNo',
  unique: [['companyId', 'channel', 'versionNo']],
  list: ['platName', 'versionNo', 'channel', 'forced', 'percent', 'minVersion', 'releaseTime', 'companyId', 'remark'],
});
