/** A browser's own description in a few words: what and on what. Unknown ones are left as they say. */
export function browserOf(agent: string | null): string {
  if (!agent) return '—';
  const name = /\b(Edg|OPR|Firefox|MicroMessenger|Chrome|CriOS|FxiOS|Safari|node|curl)[/ ](\d+)/.exec(agent);
  const on = /(Windows|Mac OS X|Android|iPhone|iPad|CrOS|Linux)/.exec(agent)?.[1];
  const names: Readonly<Record<string, string>> = {
    Edg: 'Edge',
    OPR: 'Opera',
    MicroMessenger: 'WeChat',
    CriOS: 'Chrome',
    FxiOS: 'Firefox',
  };
  if (!name) return agent.slice(0, 60);
  const best = /\b(Edg|OPR|MicroMessenger)\/(\d+)/.exec(agent) ?? name;
  return [`${names[best[1]!] ?? best[1]} ${best[2]}`, on === 'Mac OS X' ? 'macOS' : on].filter(Boolean).join(', ');
}
