import { call } from '#kit/declare/call.ts';
import {
  boolean,
  dateTime,
  integer,
  longText,
  multiSelect,
  relation,
  secret,
  select,
  str,
} from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';

/** How a program may come by a token. */
export const grants = {
  password: text('账号密码、验证码', 'Password or code'),
  ticket: text('第三方票据', 'Third-party ticket'),
  refresh_token: text('刷新令牌', 'Refresh token'),
};
export type Grant = keyof typeof grants;

const id = relation(text('应用', 'Program'), (): Resource => client, { required: true });

export const rotateClient = call({
  name: 'client.rotate',
  title: text('更换密钥', 'Another secret'),
  area: 'access',
  method: 'POST',
  path: '/api/gatehouse/client/rotate',
  permission: 'client:rotate',
  answer: 'object',
  input: { id },
  note: text(
    '{clientId, clientSecret}，密钥只答这一次；旧密钥随即失效，已登录的不受影响',
    '{clientId, clientSecret}: the secret is returned only once and the previous one ends; existing logins stay valid',
  ),
});

/**
 * A program that people log in with, other than the product's own. Known by the basic credential of the session calls.
 */
export const client = resource({
  name: 'client',
  title: text('应用', 'Program'),
  many: text('应用管理', 'Programs'),
  help: text(
    '用户登录所用的其他程序：凭应用编号与密钥换取令牌，令牌的权限与有效期在此设定，停用即全部失效。',
    'Other programs that people log in with: each shows its id and secret for a token. What tokens open and how long they hold is set here; switching a program off ends them all.',
  ),
  area: 'access',
  route: '/system/client',
  scope: 'platform',
  wire: { base: '/api/blade-system/client' },
  fields: {
    clientName: str(text('名称', 'Name'), { required: true, search: true, max: 60 }),
    clientId: str(text('应用编号', 'Client id'), {
      required: true,
      search: true,
      fixed: true,
      min: 2,
      max: 40,
      width: 180,
      help: text('字母开头，可含字母、数字、点、横线', 'A letter, then letters, digits, dots and dashes'),
    }),
    clientSecret: secret(text('密钥', 'Secret'), { readOnly: true, hidden: true }),
    scope: select(
      text('范围', 'Opens'),
      { all: text('用户的全部权限', 'All the person may do'), read: text('只读', 'Reading only') },
      { required: true, default: 'all', search: true },
    ),
    authorizedGrantTypes: multiSelect(text('授权方式', 'Grants'), grants, {
      required: true,
      default: ['password', 'refresh_token'],
    }),
    accessTokenValidity: integer(text('令牌有效期（秒）', 'Token holds (s)'), {
      required: true,
      default: 30_000,
      min: 60,
      max: 86_400,
      help: text('修改对已发出的令牌同样有效', 'A change holds for tokens that are out already'),
    }),
    refreshTokenValidity: integer(text('刷新令牌有效期（秒）', 'Refresh token holds (s)'), {
      required: true,
      default: 604_800,
      min: 60,
      max: 2_592_000,
    }),
    enabled: boolean(text('启用', 'In use'), { default: true, search: true }),
    lastUsed: dateTime(text('最近登录', 'Last login'), { readOnly: true, since: true }),
    remark: longText(text('备注', 'Remark'), { max: 500 }),
  },
  display: 'clientName',
  unique: [['clientId']],
  list: [
    'clientName',
    'clientId',
    'scope',
    'authorizedGrantTypes',
    'accessTokenValidity',
    'refreshTokenValidity',
    'enabled',
    'lastUsed',
  ],
  rights: { rotate: text('更换密钥', 'Another secret') },
  actions: [
    {
      call: rotateClient,
      key: 'id',
      confirm: text('生成新密钥？旧密钥随即失效。', 'Rotate the secret? The previous one stops working at once.'),
    },
  ],
});
