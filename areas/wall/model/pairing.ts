import { call } from '#kit/declare/call.ts';
import { integer, relation, str } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import { sysbigreport } from './sysbigreport.ts';

const own = '/api/gatehouse/sysbigreport';

/** How long a display shows one code. */
export const CODE_MINUTES = 10;

export const showCode = call({
  name: 'sysbigreport.showCode',
  title: text('取连接码', 'Code of a display'),
  area: 'wall',
  method: 'POST',
  path: `${own}/showCode`,
  permission: 'public',
  answer: 'object',
  changes: false,
  note: text(
    `{code, key, until}：屏幕显示 6 位连接码（${CODE_MINUTES} 分钟），凭 key 查询是否已连接；不需登录`,
    `{code, key, until}: a display shows the six digits for ${CODE_MINUTES} minutes and asks with its key whether it was connected; no login`,
  ),
});

export const codeState = call({
  name: 'sysbigreport.codeState',
  title: text('连接码状态', 'State of a code'),
  area: 'wall',
  method: 'POST',
  path: `${own}/codeState`,
  permission: 'public',
  answer: 'object',
  changes: false,
  input: { key: str(text('密钥', 'Key'), { required: true, max: 64 }) },
  note: text(
    '{state: waiting | paired | over, ticket}：已连接时给出大屏链接',
    '{state: waiting | paired | over, ticket}: the link of its screen once it is connected',
  ),
});

export const pairScreen = call({
  name: 'sysbigreport.pair',
  title: text('连接屏幕', 'Connect a display'),
  area: 'wall',
  method: 'POST',
  path: `${own}/pair`,
  permission: 'sysbigreport:link',
  answer: 'object',
  input: {
    id: relation(text('大屏', 'Big screen'), () => sysbigreport, { required: true }),
    code: str(text('连接码', 'Code on the display'), {
      required: true,
      min: 6,
      max: 7,
      help: text('屏幕上的 6 位数字', 'The six digits on the display'),
    }),
    days: integer(text('有效天数', 'Valid for (days)'), { required: true, default: 365, min: 1, max: 730 }),
  },
  note: text(
    '{linkUntil}。调用者此前的链接继续有效，其他屏幕不受影响；他人的链接失效',
    '{linkUntil}. A link of the caller stays valid, so other displays go on; somebody else’s ends',
  ),
});
