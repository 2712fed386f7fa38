/** Microseconds of this process's CPU that the work takes: the least of a few runs, what else the machine does left out. */
export async function cpuCost(work: () => Promise<unknown>, runs = 3): Promise<number> {
  const costs: number[] = [];
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    costs.push(user + system);
  }
  return Math.min(...costs);
}
