/** More slices than there are colours would look alike: the small ones are drawn as one, which comes last. */
export function gathered<
  P extends { kind: string; labels: readonly string[]; series: readonly { name: string; values: readonly number[] }[] },
>(props: P, most: number, others: string): P {
  const first = props.series[0];
  if (props.kind !== 'pie' || !first || props.labels.length <= most) return props;
  const kept = props.labels
    .map((name, at) => ({ name, value: first.values[at] ?? 0 }))
    .sort((a, b) => b.value - a.value);
  kept.push({ name: others, value: kept.splice(most - 1).reduce((sum, { value }) => sum + value, 0) });
  return {
    ...props,
    labels: kept.map(({ name }) => name),
    series: [{ name: first.name, values: kept.map(({ value }) => value) }],
  };
}
