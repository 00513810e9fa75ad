import { text } from '#kit/declare/text.ts';

/** What a host calls the product, and how one may log in there. */
export type LoginConfig = {
  title: string;
  titleEn?: string | null;
  shortTitle?: string | null;
  logo?: string | null;
  filings?: { text: string; url?: string | null }[];
  ways?: { code: boolean; thirdParty: string[] };
};

export const defaultTitle = text('智慧停车管理系统', 'Smart Parking Management System');
/** Under its icon on a machine. */
export const shortTitle = text('智慧停车', 'Gatehouse');

export const loginWords = {
  welcome: text('账号登录', 'Log in'),
  account: text('账号', 'Account'),
  password: text('密码', 'Password'),
  enter: text('登录', 'Log in'),
  busy: text('登录中…', 'Logging in…'),
  promise: text('车来车往，账目分明', 'Every car counted, every fen accounted for'),
  show: text('显示密码', 'Show password'),
  other: text('English', '中文'),
  ways: text('登录方式', 'Login method'),
  byPassword: text('密码登录', 'Password'),
  byCode: text('验证码登录', 'Verification code'),
  code: text('验证码', 'Verification code'),
  send: text('获取验证码', 'Send code'),
  again: text('{n} 秒后重发', 'Resend in {n} s'),
  codeSent: text('验证码已发送至 {to}', 'Code sent to {to}'),
  missing: text('请输入账号和密码', 'Enter your account and password'),
  noCode: text('请输入验证码', 'Enter the verification code'),
  expired: text('登录已过期，请重新登录', 'Your session has expired. Please log in again.'),
};
