/**
 * What the demo's people set: parameters, one of them for a company too, a dictionary of their own, and receipts of
 * some car parks.
 */
import type { Ask } from './build-base.ts';

const receipt = `# {park}
= 停车收费凭条
---
车牌号 | {plate}
入场 | {inTime}
计费至 | {until}
时长 | {stayed}
---
[each lines]
{name} | {sum}
[end]
[if discount]
优惠 | -{discount}
[end]
---
! 实收 {paid} 元（{payType}）
订单号 | {orderNo}
= 凭此条15分钟内免费出场
= 客服 {phone}
[barcode {orderNo}]
[feed 2]
[cut]
`;

export async function changeSettings(ask: Ask, groupIds: readonly string[], parkIds: readonly string[]): Promise<void> {
  const param = (input: Record<string, unknown>) => ask('POST', '/api/blade-system/param/submit', input);
  await param({ paramKey: 'refund.largeFen', paramValue: '100000', remark: '节假日客流大，统一放宽到1000元' });
  await param({
    paramKey: 'refund.largeFen',
    paramValue: '30000',
    forCompanyId: groupIds[0],
    remark: '集团财务要求300元以上复核',
  });
  await param({ paramKey: 'device.silentSeconds', paramValue: '120', remark: '城郊网络不稳' });
  await ask('POST', 'sysdict/submit', {
    code: 'lot.notice',
    dictValue: '车场公告用语',
    dictValueEn: 'Notices of car parks',
    remark: '供对接系统读取',
  });
  await ask('POST', 'platBaseInterface/submit', {
    name: '城市停车云平台',
    companyId: groupIds[0],
    scopes: ['park:read', 'carInside:read', 'passage:read'],
    perMinute: 300,
    remark: '每五分钟读取一次余位与进出记录',
  });
  await ask('POST', '/api/blade-system/client/submit', {
    clientName: '集团经营看板',
    clientId: 'group.board',
    scope: 'read',
    authorizedGrantTypes: ['password', 'refresh_token'],
    accessTokenValidity: 7_200,
    refreshTokenValidity: 86_400,
    remark: '管理层手机查看，只读',
  });
  await ask('POST', 'aliOssconfig/submit', {
    name: '阿里云深圳（待启用）',
    endpoint: 'https://oss-cn-shenzhen.aliyuncs.com',
    bucket: 'gatehouse-demo',
    region: 'oss-cn-shenzhen',
    accessKey: 'LTAI-DEMO',
    secretKey: 'demo/secret/of/nobody',
    remark: '密钥到位后测试并启用',
  });
  for (const [nth, parkId] of parkIds.entries())
    await ask('POST', 'parkprinttemplate/submit', {
      parkId,
      templateName: nth === 0 ? '收费凭条（80毫米）' : '收费凭条',
      templateType: 'receipt',
      paper: nth === 0 ? '80' : '58',
      content: receipt,
    });
}
