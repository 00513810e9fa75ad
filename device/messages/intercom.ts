/** Messages from and to an intercom at a lane: the help button, and what became of the call. */
import { dateTime, integer, select, str } from '#kit/declare/field.ts';
import { message } from '#kit/declare/message.ts';
import { text } from '#kit/declare/text.ts';
import { eventFields, INTERCOM_DEVICES } from './common.ts';

export const help = message({
  name: 'help',
  direction: 'up',
  devices: [...INTERCOM_DEVICES],
  title: text('求助', 'Help'),
  note: text(
    '司机在车道按下求助键（press）、挂断（hangUp），或在通话结束后评分（rate）。一条车道同时只有一次呼叫，再按并入原来的呼叫；同号只计一次，先后无关。',
    'A driver at a lane presses the help button (press), hangs up (hangUp) or rates the call that is over (rate). A lane has one call at a time, and pressing again joins it; the same number counts once, whatever the order.',
  ),
  fields: {
    ...eventFields,
    action: select(
      text('动作', 'Action'),
      { press: text('按键', 'Press'), hangUp: text('挂断', 'Hang up'), rate: text('评分', 'Rate') },
      { required: true },
    ),
    rating: integer(text('评分', 'Rating'), {
      required: true,
      min: 1,
      max: 5,
      when: { field: 'action', is: ['rate'] },
    }),
  },
  example: { seq: 1, at: '2026-05-01T18:02:10+08:00', action: 'press' },
});

export const callStates = {
  ringing: text('正在接通', 'Ringing'),
  answered: text('已接通', 'Answered'),
  ended: text('已结束', 'Ended'),
  fallback: text('无人接听', 'Nobody answers'),
};

export const call = message({
  name: 'call',
  direction: 'down',
  devices: [...INTERCOM_DEVICES, 'box'],
  title: text('呼叫状态', 'State of a call'),
  note: text(
    '告诉对讲机呼叫到了哪一步，显示或播报 zh、en。无人接听时另告诉岗亭终端：请响铃，lane 为呼叫的车道。不须应答。',
    'Informs the intercom how far its call has come; it shows or speaks `zh`, `en`. Where nobody answers the booth terminal receives it as well and rings; `lane` is where from. Needs no answer.',
  ),
  fields: {
    id: str(text('指令编号', 'Command id'), { required: true, max: 64 }),
    until: dateTime(text('有效至', 'Valid until'), {
      required: true,
      help: text('过此时刻不得再执行', 'Not to be done after this'),
    }),
    callId: str(text('呼叫编号', 'Call'), { required: true, max: 36 }),
    lane: str(text('车道编号', 'Lane id'), { required: true, max: 64 }),
    state: select(text('状态', 'State'), callStates, { required: true }),
    zh: str(text('中文', 'Chinese'), { max: 200 }),
    en: str(text('英文', 'English'), { max: 200 }),
  },
  example: {
    id: '018f2c11-7a00-7000-8000-000000000001',
    until: '2026-05-01T00:00:32.000Z',
    callId: '018f2c11-7a00-7000-8000-000000000002',
    lane: '018f2c11-7a00-7000-8000-0000000000a2',
    state: 'ringing',
    zh: '正在为您接通，请稍候',
    en: 'Connecting you, please wait',
  },
});
