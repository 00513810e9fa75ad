import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { user } from '#areas/access/model/user.ts';
import { mqttConfig } from '#areas/device/model/calls.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import { feeRule } from '#areas/fee/model/fee-rule.ts';
import { parkBox } from '#areas/lot/model/park-box.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { park } from '#areas/lot/model/park.ts';
import { stay } from '#areas/passage/model/stay.ts';
import { company } from '#areas/org/model/company.ts';
import { listPaths } from '#kit/declare/resource.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { Icon } from '#kit/console/icon.tsx';
import { useMay, useMe } from '#kit/console/me.ts';
import { usePlace } from '#kit/console/place.ts';
import { keep } from '#kit/console/storage.ts';
import { useWords } from '#kit/console/words.ts';
import { entryOf, isDone, nextOf } from './steps.ts';
import type { Step } from './steps.ts';
import './first-steps.css';

const words = {
  title: text('开始使用', 'First steps'),
  note: text(
    '完成以下各项后，车辆即可识别、计费和放行。',
    'Once these are done, cars are recognised, charged and released.',
  ),
  hide: text('不再显示', 'Do not show again'),
  done: text('已完成', 'Done'),
  go: text('去设置', 'Set up'),
  look: text('查看', 'View'),
  address: text('设备连接地址（MQTT）', 'Broker address for devices (MQTT)'),
  topics: text('主题（上报、下发）', 'Topics (up, down)'),
};

type Way = {
  of: Resource;
  title: Text;
  why: Text;
  only?: Readonly<Record<string, string>>;
  /** The right to take the step, and where; else the form for a new row. */
  permission?: string;
  route?: string;
  /** Done by a device or a car, not here: looked at again until it has happened. */
  waits?: Text;
};
const ways: Readonly<Record<Step['name'], Way>> = {
  company: {
    of: company,
    title: text('单位', 'Company'),
    why: text('经营车场的公司', 'Who runs the car parks'),
  },
  park: {
    of: park,
    title: text('车场', 'Car park'),
    why: text('名称与车位数', 'Its name and spaces'),
  },
  parkBox: {
    of: parkBox,
    title: text('岗亭', 'Booth'),
    why: text('值守与交接班', 'For attendants and shifts'),
  },
  parkGate: {
    of: parkGate,
    title: text('车道', 'Lane'),
    why: text('入口与出口', 'Where cars come in and out'),
  },
  parkDevice: {
    of: parkDevice,
    title: text('设备', 'Device'),
    why: text('相机与道闸，按序列号接入', 'Cameras and gates, by serial number'),
  },
  heartbeat: {
    of: parkDevice,
    title: text('首次心跳', 'First heartbeat'),
    why: text(
      '设备填好地址、序列号与密钥后自动出现',
      'Comes once a device has the address, its serial number and secret',
    ),
    only: { lastSeenAtFrom: '2000-01-01 00:00:00' },
    route: '/basedata/parkdeviceStatus',
    waits: text('等待首次心跳…', 'Waiting for the first heartbeat…'),
  },
  feeRule: {
    of: feeRule,
    title: text('收费规则', 'Tariff'),
    why: text('发布后开始计费', 'Charges once it is published'),
    only: { status: 'published' },
  },
  user: {
    of: user,
    title: text('用户', 'Users'),
    why: text('岗亭人员、财务等，各授角色与车场', 'Attendants, accountants and others, with role and car parks'),
  },
  testCar: {
    of: stay,
    title: text('试车', 'Test vehicle'),
    why: text('开一辆车驶过入口，记录即出现', 'Drive a vehicle through the entrance; its record appears'),
    permission: 'carInside:add',
    route: '/static/incar',
    waits: text('等待第一辆车…', 'Waiting for the first vehicle…'),
  },
};

const againMs = 5_000;

/** The address for devices to connect to, as the user's browser reaches this host. */
function Broker(): ReactNode {
  const { t } = useWords();
  const { data } = useQuery({
    queryKey: ['broker'],
    queryFn: ({ signal }) =>
      ask<{ broker?: { url: string | null; port: number | null; up: string; down: string } }>(
        mqttConfig,
        {},
        { signal, quiet: true },
      ),
    staleTime: Infinity,
    retry: false,
  });
  const broker = data?.broker;
  if (!broker || (!broker.url && !broker.port)) return null;
  return (
    <dl className="broker">
      <dt>{t(words.address)}</dt>
      <dd>
        <code>{broker.url ?? `mqtt://${location.hostname}:${broker.port}`}</code>
      </dd>
      <dt>{t(words.topics)}</dt>
      <dd>
        <code>{broker.up}</code> <code>{broker.down}</code>
      </dd>
    </dl>
  );
}

/** What is left to do in a step: a press, or something to wait for. */
function Left({ way, next }: { way: Way; next: boolean }): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  return (
    <>
      {way.waits ? (
        <span className="gh-tag info" role="status">
          {t(way.waits)}
        </span>
      ) : null}
      <button
        type="button"
        className={`gh-btn ${next ? 'primary' : ''}`}
        onClick={() => go(way.route ?? `${way.of.route!}?do=add`)}
      >
        {t(way.waits ? words.look : words.go)}
        <span className="gh-sr"> {t(way.title)}</span>
      </button>
    </>
  );
}

/**
 * For setting up an installation: what is still missing before the first car, found by counting what exists. Disappears
 * once complete or dismissed.
 */
export default function FirstSteps(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const me = useMe((state) => state.me)!;
  const entry = entryOf(me);
  const [hidden, setHidden] = useState(false);
  const own = (Object.keys(ways) as Step['name'][]).filter(
    (name) => may(`${ways[name].of.name}:read`) && may(ways[name].permission ?? `${ways[name].of.name}:add`),
  );
  const counts = useQueries({
    queries: own.map((name) => ({
      queryKey: ['first steps', name],
      enabled: !hidden,
      retry: false,
      refetchInterval: ({ state }: { state: { data?: number | undefined } }) =>
        ways[name].waits && !state.data ? againMs : false,
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (
          await ask<{ total: number }>(
            listPaths(ways[name].of)[0]!,
            { current: 1, size: 1, ...ways[name].only },
            { signal, quiet: true },
          )
        ).total,
    })),
  });
  const known = counts.every(({ data }) => data !== undefined);
  const steps = own.map((name, at): Step => ({ name, count: counts[at]!.data ?? null }));
  const next = nextOf(steps, me.platform);
  const complete = known && own.length > 0 && next === null;
  useEffect(() => {
    if (complete) keep(entry, true);
  }, [complete, entry]);
  if (hidden || !known || !next) return null;
  const hide = () => {
    keep(entry, true);
    setHidden(true);
  };
  return (
    <section className="gh-card first-steps" aria-label={t(words.title)}>
      <header>
        <h2>{t(words.title)}</h2>
        <span className="gh-dim">{t(words.note)}</span>
        <button type="button" className="gh-link" onClick={hide}>
          {t(words.hide)}
        </button>
      </header>
      <ol>
        {steps.map((step) => {
          const way = ways[step.name];
          const done = isDone(step, me.platform);
          return (
            <li key={step.name} className={done ? 'done' : step === next ? 'next' : ''}>
              <b>
                {done ? <Icon name="check" size={14} /> : null}
                {t(way.title)}
              </b>
              <span className="gh-dim">{t(way.why)}</span>
              {done ? <span className="gh-tag ok">{t(words.done)}</span> : <Left way={way} next={step === next} />}
            </li>
          );
        })}
      </ol>
      {own.includes('parkDevice') ? <Broker /> : null}
    </section>
  );
}
