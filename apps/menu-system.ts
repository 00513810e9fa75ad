/** The top menu of the platform and of each group's administrators: channels, accounts, people, logs, health. */
import { metricsCall } from '#areas/ops/model/metrics.ts';
import { group, screens, under } from '#apps/menu-nodes.ts';
import { text } from '#kit/declare/text.ts';

export const systemMenu = group('system', text('系统', 'System'), 'setting', [
  group(
    'payChannels',
    text('支付渠道', 'Payment channels'),
    'wallet',
    screens(
      '/weixin/config',
      '/weixin/submerchant',
      '/alipay/config',
      '/alipay/submerchantconfig',
      '/otherpay/config',
      '/fundmanage/merchantchange',
      '/fundmanage/channelbill',
    ),
  ),
  group(
    'weixin',
    text('公众号', 'Public accounts'),
    'team',
    screens(
      '/system/publicplat',
      '/weixin/meun',
      '/weixin/keyword',
      '/weixin/userlist',
      '/weixin/followersync',
      '/weixin/plates',
      '/system/msgpushconfig',
      '/weixin/pushlog',
      '/weixin/common',
      '/miniprogram/miniprogram',
      '/miniprogram/otherconfig',
    ),
  ),
  group(
    'uploads',
    text('数据上传', 'Uploads'),
    'team',
    screens(
      '/system/thirdparty',
      '/system/thirdpartyApp',
      '/system/thirdpartyGate',
      '/system/thirdplatform',
      '/system/plateUpload',
      '/system/thirdDiary',
    ),
  ),
  group(
    'access',
    text('用户与权限', 'Users and permissions'),
    'team',
    screens(
      '/system/user',
      '/system/sysRole',
      '/system/dept',
      '/system/tenant',
      '/system/adminMenu',
      '/system/topMenu',
      '/system/customconfig',
      '/system/client',
    ),
  ),
  group('logs', text('日志', 'Logs'), 'file', screens('/log/usual', '/log/api', '/log/error')),
  group(
    'operateLogs',
    text('操作日志', 'Operation logs'),
    'file',
    under(
      'operateLog:read',
      '/operatelog/carmanage',
      '/operatelog/iorecordlog',
      '/operatelog/feerule',
      '/operatelog/parkderate',
      '/operatelog/derateqrcode',
      '/operatelog/sellermanage',
      '/operatelog/payconfig',
    ),
  ),
  group(
    'openPlatform',
    text('开放平台', 'Open platform'),
    'team',
    screens('/system/platformInterface', '/system/webhook', '/system/webhookDelivery', '/system/webhookTry'),
  ),
  group('running', text('运行', 'System health'), 'chart', [
    ...under(metricsCall.permission, '/system/metrics'),
    ...screens('/system/reportTemplate', '/system/sysBigReport'),
  ]),
  group('tool', text('开发工具', 'Developer tools'), 'setting', screens('/tool/datasource', '/tool/code')),
]);
