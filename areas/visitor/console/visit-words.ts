import { text } from '#kit/declare/text.ts';

export const words = {
  invitation: text('邀请链接', 'Invitation link'),
  show: text('显示邀请链接', 'Show invitation link'),
  invite: text(
    '发给访客，凭此确认信息并显示动态码。',
    'For the visitor to confirm the details and show the changing code.',
  ),
  cars: text('车辆', 'Cars'),
  noCars: text('没有车辆', 'No cars'),
  check: text('核验访客码', 'Check a code'),
  letIn: text('已签到', 'Signed in'),
  events: text('进出', 'Entries and exits'),
  noEvents: text('尚未进入', 'Not entered yet'),
  poster: text('张贴二维码', 'Poster'),
  scan: text('扫码登记来访', 'Scan to register your visit'),
};
