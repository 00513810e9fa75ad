import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { visit } from '../model/visit.ts';

const { lifecycle, wire } = visit;
const cycle = lifecycle!;

/** The same visits as who decides sees them: those that wait, with the two answers. */
export const reviewed: Resource = {
  ...visit,
  many: text('访客审核', 'Visitor review'),
  help: text(
    '等待审核的来访：通过即可凭访客码与车牌进入，拒绝须写明原因。',
    'Visits awaiting review. Approved ones enter by code and plate; a rejection needs a reason.',
  ),
  wire: { ...wire, list: 'getPagetWaitExamineList' },
  verbs: ['list', 'detail', 'export'],
  actions: [],
  list: visit.list.filter(
    (name) => !['inTime', 'outTime', 'used', 'status', 'decidedBy', 'decideRemark'].includes(name),
  ),
  lifecycle: {
    ...cycle,
    actions: Object.fromEntries(Object.entries(cycle.actions).filter(([name]) => name === 'pass' || name === 'refuse')),
  },
};
