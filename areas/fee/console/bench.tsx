import { useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { FeeRule } from '#domain/fee/types.ts';
import { text } from '#kit/declare/text.ts';
import { useMay } from '#kit/console/me.ts';
import { part } from '#kit/console/part.tsx';
import { useWords } from '#kit/console/words.ts';
import type { DescribedStay } from './stay-form.ts';
import { Tabs } from './tabs.tsx';
import type { VersionRow } from './tariff-place.ts';
import { Trial } from './trial.tsx';

const wait = <span className="gh-spin" />;
const Cases = part(() => import('./cases.tsx'), { wait });
const Findings = part(() => import('./findings.tsx'), { wait });
const Picture = part(() => import('./picture.tsx'), { wait });
const Replay = part(() => import('./replay.tsx'), { wait });

const words = {
  bench: text('规则工作台', 'Tariff workbench'),
  waits: text('规则写完整后可用', 'Available once the tariff is complete'),
  trial: text('试算', 'Calculate'),
  cases: text('算例', 'Test cases'),
  findings: text('检查', 'Check'),
  picture: text('图示', 'Picture'),
  replay: text('回放', 'Replay'),
};
type Leaf = 'trial' | 'cases' | 'findings' | 'picture' | 'replay';
export type KeptStay = { readonly stay: DescribedStay; readonly fen: number };

/** The leaf that was last in view: who goes from version to version compares the same thing. */
let last: Leaf = 'trial';

/** Whether the window fits the trial and another leaf, by the styles' breakpoint. */
const roomy = (): MediaQueryList => matchMedia('(min-width: 1600px)');

function watch(onChange: () => void): () => void {
  const query = roomy();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
const useWide = (): boolean => useSyncExternalStore(watch, () => roomy().matches);

/** Where a rule is tried as it stands in the editor, saved or not. */
export function Bench({
  row,
  rule,
  onMend,
}: {
  row: VersionRow | undefined;
  rule: FeeRule | undefined;
  onMend?: ((rule: FeeRule) => void) | undefined;
}): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const [shown, setShown] = useState<Leaf>(last);
  const [kept, setKept] = useState<KeptStay | null>(null);
  const show = (leaf: Leaf) => {
    last = leaf;
    setShown(leaf);
  };
  const wide = useWide();
  const closed = { trial: wide, cases: !may('feeCase:read'), replay: !may('stay:read') } as Partial<
    Record<Leaf, boolean>
  >;
  const tabs = (['trial', 'cases', 'findings', 'picture', 'replay'] as const)
    .filter((key) => !closed[key])
    .map((key) => ({ key, label: words[key] }));
  const inView = tabs.some(({ key }) => key === shown) ? shown : tabs[0]!.key;
  const waits = <p className="gh-dim">{t(words.waits)}</p>;
  const trial = (): ReactNode =>
    rule ? (
      <Trial
        row={row}
        rule={rule}
        onKeep={(stay, fen) => {
          setKept({ stay, fen });
          show('cases');
        }}
      />
    ) : (
      waits
    );
  const leaf = (): ReactNode => {
    if (inView === 'cases') return <Cases row={row} rule={rule} kept={kept} onKept={() => setKept(null)} />;
    if (inView === 'replay') return <Replay row={row} />;
    if (inView === 'trial') return trial();
    if (!rule) return waits;
    return inView === 'findings' ? <Findings rule={rule} onMend={onMend} /> : <Picture row={row} rule={rule} />;
  };
  return (
    <section className="fr-bench" aria-label={t(words.bench)}>
      {wide ? (
        <div className="fr-tried">
          <h2>{t(words.trial)}</h2>
          {trial()}
        </div>
      ) : null}
      <Tabs label={words.bench} tabs={tabs} shown={inView} onShow={show}>
        {leaf()}
      </Tabs>
    </section>
  );
}
