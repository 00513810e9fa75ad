/** A reporter for node's test runner that writes the run's totals as one line of JSON. */
export default async function* totals(source) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for await (const event of source) {
    // A summary without a file is that of the whole run.
    if (event.type !== 'test:summary' || event.data.file !== undefined) continue;
    const { passed, failed, cancelled, skipped, todo } = event.data.counts;
    Object.assign(counts, { passed, failed: failed + cancelled, skipped: skipped + todo });
  }
  yield JSON.stringify(counts);
}
