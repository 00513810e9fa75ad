import { secret, str } from '#kit/declare/field.ts';
import { call } from '#kit/declare/call.ts';
import { text } from '#kit/declare/text.ts';

const area = 'access';
const uaa = '/api/api-uaa/oauth';
const account = str(text('账号', 'Account'), { required: true, max: 100 });
const password = secret(text('密码', 'Password'), { required: true, max: 200 });
const deviceToken = secret(text('已知设备', 'Known device'), {
  max: 100,
  help: text('上次登录应答中的 deviceToken', 'The deviceToken that the last login answered'),
});
const lockPassword = secret(text('锁屏密码', 'Lock password'), { required: true, max: 200 });
const answer = 'token' as const;

export const logIn = call({
  name: 'session.logIn',
  title: text('密码登录', 'Log in'),
  area,
  method: 'POST',
  path: `${uaa}/user/token`,
  permission: 'public',
  answer,
  input: { username: account, password, deviceToken },
});
export const logInByCode = call({
  name: 'session.logInByCode',
  title: text('密码加验证码登录', 'Log in with a code'),
  area,
  method: 'POST',
  path: `${uaa}/user/tokenByCode`,
  permission: 'public',
  answer,
  input: {
    username: account,
    password,
    validCode: str(text('验证码', 'Verification code'), { required: true, max: 12 }),
    deviceId: str(text('设备', 'Device'), { max: 100 }),
    deviceToken,
  },
});
export const askCode = call({
  name: 'session.askCode',
  title: text('请求登录验证码', 'Ask for a login code'),
  area,
  method: 'POST',
  path: `${uaa}/user/loginCode`,
  permission: 'public',
  input: { username: account, password, source: str(text('来源', 'Source'), { max: 40 }), deviceToken },
});
export const logInByTicket = call({
  name: 'session.logInByTicket',
  title: text('第三方登录', 'Third-party login'),
  area,
  method: 'POST',
  path: `${uaa}/user/thirdtoken`,
  permission: 'public',
  answer,
  input: {
    code: str(text('票据', 'Ticket'), { max: 2000, alias: ['ticket'] }),
    source: str(text('来源', 'Source'), { max: 40 }),
    state: str(text('状态', 'State'), { max: 500 }),
    openId: str(text('OpenID', 'OpenID'), { max: 200 }),
  },
});
export const userInfo = call({
  name: 'session.userInfo',
  title: text('当前用户信息', 'Who I am'),
  area,
  method: 'GET',
  path: `${uaa}/userinfo`,
  permission: 'session',
});
export const refreshToken = call({
  name: 'session.refresh',
  title: text('刷新令牌', 'Refresh the token'),
  area,
  method: 'POST',
  path: `${uaa}/refresh/token`,
  permission: 'public',
  answer,
  input: {
    refresh_token: secret(text('刷新令牌', 'Refresh token'), { max: 200, alias: ['refreshToken'] }),
    grant_type: str(text('方式', 'Grant type'), { max: 40 }),
  },
});
export const logOutLog = call({
  name: 'session.logOutLog',
  title: text('退出登录日志', 'Log of logging out'),
  area,
  method: 'POST',
  path: `${uaa}/user/logoutLog`,
  permission: 'session',
  whileLocked: true,
  input: { source: str(text('来源', 'Source'), { max: 40 }), time: str(text('时间', 'Time'), { max: 40 }) },
});
export const lock = call({
  name: 'session.lock',
  title: text('锁定屏幕', 'Lock the screen'),
  area,
  method: 'POST',
  path: '/api/gatehouse/session/lock',
  permission: 'session',
  input: { password: lockPassword },
  note: text(
    '锁定后，本次登录的其他调用一律答复 423，直到解锁或退出',
    'From then on every other call of this login is answered 423 until it is unlocked or ended',
  ),
});
export const unlock = call({
  name: 'session.unlock',
  title: text('解锁屏幕', 'Unlock the screen'),
  area,
  method: 'POST',
  path: '/api/gatehouse/session/unlock',
  permission: 'session',
  whileLocked: true,
  input: { password: lockPassword },
});
export const logOut = call({
  name: 'session.logOut',
  title: text('退出登录', 'Log out'),
  area,
  method: 'GET',
  path: `${uaa}/remove/token`,
  permission: 'public',
  answer: 'ack',
  changes: true,
});
export const switchCompany = call({
  name: 'session.switchCompany',
  title: text('切换单位', 'Switch company'),
  area,
  method: 'POST',
  path: '/api/updown/system/switchCompany',
  permission: 'session',
  answer: 'object',
  input: {
    companyId: str(text('单位', 'Company'), {
      max: 40,
      help: text('不填则回到本人单位', 'Back to one’s own company if left blank'),
    }),
  },
  note: text(
    '切换只在本人单位及其下级之内；平台运营可切换到任意单位',
    'Only within one’s own company and those below; the platform operator may go anywhere',
  ),
});
export const ownSessions = call({
  name: 'session.list',
  title: text('我的登录', 'My logins'),
  area,
  method: 'GET',
  path: '/api/gatehouse/session/list',
  permission: 'session',
  answer: 'list',
});
export const revokeSession = call({
  name: 'session.revoke',
  title: text('结束登录', 'End a login'),
  area,
  method: 'POST',
  path: '/api/gatehouse/session/revoke',
  permission: 'session',
  input: { id: str(text('登录', 'Login'), { required: true, max: 40 }) },
});
export const loginConfig = call({
  name: 'session.loginConfig',
  title: text('登录页配置', 'Login page'),
  area,
  method: 'GET',
  path: '/api/updown/sysCustomConfig/getLoginConfig',
  permission: 'public',
  input: { domain: str(text('域名', 'Domain'), { max: 200 }) },
});
export const loginLogo = call({
  name: 'session.loginLogo',
  title: text('登录页标志', 'Logo of the login page'),
  area,
  method: 'GET',
  path: '/api/gatehouse/loginLogo',
  permission: 'public',
  answer: 'file',
  input: { domain: str(text('域名', 'Domain'), { max: 200 }) },
  note: text(
    '只取该域名所配置的标志，其他文件须登录',
    'Only the logo configured for the domain; any other file asks for a login',
  ),
});
export const configByDomain = call({
  name: 'customConfig.byUser',
  title: text('按域名取定制配置', 'Custom config by domain'),
  area,
  method: 'GET',
  path: '/api/updown/sysCustomConfig/getSysCustomConfigByUserId',
  permission: 'session',
  input: { domain: str(text('域名', 'Domain'), { max: 200 }) },
});
