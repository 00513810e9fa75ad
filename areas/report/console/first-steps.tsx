import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useQueries } from '@tanstack/react-query';
import { parkDevice } from '#areas/device/model/park-device.ts';
import { feeRule } from '#areas/fee/model/fee-rule.ts';
import { parkGate } from '#areas/lot/model/park-gate.ts';
import { park } from '#areas/lot/model/park.ts';
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
  note: text('完成以下各项后，车辆即可识别、计费和放行。', 'Once these are done, cars are read, charged and let out.'),
  hide: text('不再显示', 'Do not show again'),
  done: text('已完成', 'Done'),
  go: text('去设置', 'Set up'),
};

type Way = { of: Resource; title: Text; why: Text; only?: Readonly<Record<string, string>> };
const ways: Readonly<Record<Step['name'], Way>> = {
  company: {
    of: company as unknown as Resource,
    title: text('单位', 'Company'),
    why: text('经营车场的公司', 'Who runs the car parks'),
  },
  park: {
    of: park as unknown as Resource,
    title: text('车场', 'Car park'),
    why: text('名称与车位数', 'Its name and spaces'),
  },
  parkGate: {
    of: parkGate as unknown as Resource,
    title: text('车道', 'Lane'),
    why: text('入口与出口', 'Where cars come in and out'),
  },
  parkDevice: {
    of: parkDevice as unknown as Resource,
    title: text('设备', 'Device'),
    why: text('相机与道闸，按序列号接入', 'Cameras and gates, by serial number'),
  },
  feeRule: {
    of: feeRule as unknown as Resource,
    title: text('收费规则', 'Tariff'),
    why: text('发布后开始计费', 'Charges once it is published'),
    only: { status: 'published' },
  },
};

/** For whoever sets a house up: what is still missing before the first car, known by counting what is there. Away once all is there, or when told so. */
export default function FirstSteps(): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  const may = useMay();
  const me = useMe((state) => state.me)!;
  const entry = entryOf(me);
  const [hidden, setHidden] = useState(false);
  const own = (Object.keys(ways) as Step['name'][]).filter(
    (name) => may(`${ways[name].of.name}:read`) && may(`${ways[name].of.name}:add`),
  );
  const counts = useQueries({
    queries: own.map((name) => ({
      queryKey: ['first steps', name],
      enabled: !hidden,
      retry: false,
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
          const { of, title, why } = ways[step.name];
          const done = isDone(step, me.platform);
          return (
            <li key={step.name} className={done ? 'done' : step === next ? 'next' : ''}>
              <b>
                {done ? <Icon name="check" size={14} /> : null}
                {t(title)}
              </b>
              <span className="gh-dim">{t(why)}</span>
              {done ? (
                <span className="gh-tag ok">{t(words.done)}</span>
              ) : (
                <button
                  type="button"
                  className={`gh-btn ${step === next ? 'primary' : ''}`}
                  onClick={() => go(of.route!)}
                >
                  {t(words.go)}
                  <span className="gh-sr"> {t(title)}</span>
                </button>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
