/**
 * What publishing a version would change, what the check finds of it, and what it would have brought: shown before
 * anybody confirms.
 */
import type { ReactNode } from 'react';
import { outlineChanges } from '#domain/fee/outline-change.ts';
import { text } from '#kit/declare/text.ts';
import { useMay } from '#kit/console/me.ts';
import { useWords } from '#kit/console/words.ts';
import Findings from './findings.tsx';
import Replay from './replay.tsx';
import { inForceBefore, useTariffPlace } from './tariff-place.ts';
import type { VersionRow } from './tariff-place.ts';

const words = {
  against: text('与生效中的 V{n} 相比', 'Compared with V{n}, in force'),
  first: text(
    '该车类还没有已发布的规则，这是第一版。',
    'This car type has no published tariff yet; this is the first.',
  ),
  same: text('两版的说明相同。', 'Both versions say the same.'),
  removed: text('删去', 'Removed'),
  added: text('新增', 'Added'),
  check: text('检查', 'Check'),
  replay: text('回放：按过去的停车重算', 'Replay: past stays priced again'),
};

function Changes({ row }: { row: VersionRow }): ReactNode {
  const { t } = useWords();
  const { versions, areaNames } = useTariffPlace();
  const before = inForceBefore(versions, row);
  if (!before?.rule || !row.rule) return <p className="gh-dim">{t(words.first)}</p>;
  const changes = outlineChanges(before.rule, row.rule, areaNames);
  return (
    <>
      <h3>{t(words.against).replace('{n}', String(before.version))}</h3>
      {changes.length === 0 ? <p className="gh-dim">{t(words.same)}</p> : null}
      <dl className="fr-changes">
        {changes.map(({ title, removed, added }, nth) => (
          <div key={nth}>
            <dt>{t(title)}</dt>
            {removed.map((line, at) => (
              <dd key={`removed ${at}`}>
                <span className="gh-tag bad">{t(words.removed)}</span> <del>{t(line)}</del>
              </dd>
            ))}
            {added.map((line, at) => (
              <dd key={`added ${at}`}>
                <span className="gh-tag ok">{t(words.added)}</span> <ins>{t(line)}</ins>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </>
  );
}

export default function PublishReview({ row }: { row: VersionRow }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  return (
    <div className="fr-review" data-review>
      <section data-changes>
        <Changes row={row} />
      </section>
      {row.rule ? (
        <section>
          <h3>{t(words.check)}</h3>
          <Findings rule={row.rule} />
        </section>
      ) : null}
      {may('stay:read') ? (
        <details>
          <summary>{t(words.replay)}</summary>
          <Replay row={row} />
        </details>
      ) : null}
    </div>
  );
}
