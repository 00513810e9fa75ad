import { call } from '#kit/declare/call.ts';
import { dateTime, json, longText, relation, str } from '#kit/declare/field.ts';
import { resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { user } from '#areas/access/model/user.ts';

const base = '/api/blade-log/error';

/** A fault of the console in somebody's browser, handed over by him. */
export const consoleError = resource({
  name: 'consoleError',
  title: text('错误日志', 'Error log'),
  area: 'ops',
  route: '/log/error',
  page: 'record',
  scope: 'tenant',
  wire: { base },
  facts: { by: 'time', days: 30 },
  help: text(
    '控制台在用户浏览器里记下、由用户上传的错误。',
    'Faults the console noted in people’s browsers, uploaded by them.',
  ),
  fields: {
    type: str(text('类型', 'Type'), { search: true, max: 40 }),
    message: str(text('错误信息', 'Message'), { search: true, max: 500 }),
    url: str(text('页面地址', 'Page'), { search: true, max: 1000 }),
    time: dateTime(text('发生时间', 'Time'), { since: true }),
    reporter: relation(text('上报人', 'Reported by'), () => user, { search: true, alias: ['createBy'] }),
    serviceId: str(text('来源', 'Source'), { max: 40 }),
    serverHost: str(text('域名', 'Host'), { search: true, max: 200 }),
    stack: longText(text('调用栈', 'Stack'), { max: 4000 }),
    info: longText(text('位置', 'Where'), { max: 2000 }),
    agent: str(text('浏览器', 'Browser'), { max: 200 }),
  },
  display: 'message',
  list: ['time', 'type', 'message', 'url', 'reporter', 'serverHost'],
});

export const uploadErrors = call({
  name: 'consoleError.upload',
  title: text('上传本地错误日志', 'Upload the local error log'),
  area: 'ops',
  method: 'POST',
  path: `${base}/submit`,
  permission: 'session',
  input: { entries: json(text('错误', 'Faults'), { required: true }) },
  note: text(
    '请求体为数组，一次最多200条；过长的文字会截断',
    'The body is a list of at most 200; what is too long is cut',
  ),
});
