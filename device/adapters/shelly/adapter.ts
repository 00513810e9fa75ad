/**
 * Shelly relays of the second generation on: one call is one pulse that ends by itself. See README.md for what is sure.
 */
import { contacts } from '#areas/device/model/families.ts';
import type { Contact } from '#areas/device/model/families.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import type { Adapter, Call, Order, Outcome, Setup } from '#device/adapters/adapter.ts';
import { at, isJson, number, readJson } from '#device/adapters/read.ts';

/** Half a second: what a barrier takes for the press of a button. */
const PULSE_S = 0.5;

const rpc = (method: string, params: object): Call => ({
  method: 'POST',
  path: '/rpc',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ id: 1, src: 'gatehouse', method, params }),
});

const encode = ({ name }: Order, { channel }: Setup): Call | null =>
  name === 'open' ? rpc('Switch.Set', { id: Math.max(0, channel - 1), on: true, toggle_after: PULSE_S }) : null;

/**
 * Codes of the maker: -103 wrong argument, -104 too late, -105 no such output, -109 and -114 not now; 401 and 404 of
 * HTTP.
 */
function outcome({ status, body }: { status: number; body: string }): Outcome {
  if (status === 401) return 'login';
  const read = readJson(body);
  if (isJson(read?.error)) {
    const code = number(read.error.code);
    return code === 401 ? 'login' : code === -104 ? 'unknown' : 'refused';
  }
  if (status === 200) return isJson(read?.result) ? 'done' : 'unknown';
  return status >= 400 && status < 500 ? 'refused' : 'unknown';
}

/** Each is an action of its own, and only for what is wired to an input. */
const CONTACT_STEPS: readonly { readonly label: Text; readonly contact: Contact }[] = [
  {
    contact: 'up',
    label: text(
      '如接了“开到位”触点：动作 › 该输入接通',
      'If the contact “open position” is wired: Actions › its input turned on',
    ),
  },
  {
    contact: 'down',
    label: text(
      '如接了“关到位”触点：动作 › 该输入接通',
      'If the contact “closed position” is wired: Actions › its input turned on',
    ),
  },
  {
    contact: 'passed',
    label: text(
      '如接了杆后地感：动作 › 该输入断开（车驶离）',
      'If the loop behind the barrier is wired: Actions › its input turned off (the car has left it)',
    ),
  },
];
const isContact = (name: string): name is Contact => Object.hasOwn(contacts, name);

export const adapter: Adapter = {
  title: text('Shelly 继电器', 'Shelly relay'),
  limits: { bodyBytes: 4 * 1024, replyMs: 0 },
  can: { open: ['call'], other: [], seesPassage: false, contacts: 'push', reportsColour: false },
  decode: ({ path }) => {
    const name = path.replace(/\/$/, '');
    if (isContact(name)) return { nativeId: null, events: [], contacts: [name] };
    return name === ''
      ? { nativeId: null, events: [], ignored: text('没有写明触点', 'It names no contact') }
      : { nativeId: null, events: [], poison: text('没有这种触点', 'There is no such contact') };
  },
  reply: () => ({ status: 200, headers: {}, body: '' }),
  encode,
  outcome,
  probe: {
    call: ({ channel }) => rpc('Switch.GetStatus', { id: Math.max(0, channel - 1) }),
    there: ({ status, body }) => status === 200 && isJson(at(readJson(body), 'result')),
  },
  setup: ({ host, port, path, secure }) => [
    {
      label: text('输出接线', 'Wire its output'),
      value: text(
        '道闸控制器“开”与公共端（干接点型号，如 Shelly Plus 1）',
        '“Open” and common of the barrier’s board (a model with a dry contact, as Shelly Plus 1)',
      ),
    },
    { label: text('设置 › 输出 › 上电状态', 'Settings › Output › Power on state'), value: text('关', 'Off') },
    { label: text('设置 › 输入', 'Settings › Input'), value: text('分离', 'Detached') },
    {
      label: text('设置 › 认证', 'Settings › Authentication'),
      value: text('开，用户名 admin；密码填在本页', 'On, user admin; its password goes here'),
    },
    {
      label: text('网络', 'Network'),
      value: text('固定地址，列入 GATEHOUSE_CAMERA_NETWORKS', 'A fixed address, within GATEHOUSE_CAMERA_NETWORKS'),
    },
    {
      label: text('本页“通道”', '“Channel” on this page'),
      value: text('输出 0 填 1，输出 1 填 2', 'Output 0 is 1, output 1 is 2'),
    },
    ...CONTACT_STEPS.map(({ label, contact }) => ({
      label,
      value: `${secure ? 'https' : 'http'}://${host}:${port}${path}/${contact}`,
    })),
  ],
};
