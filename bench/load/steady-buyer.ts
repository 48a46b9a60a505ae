import { type Agent, LEAD_COST_PAISE } from '../fill.ts'
import { openHttp } from './http-connection.ts'
import { buyRequest } from './requests.ts'

/** Buys one lead at a time over HTTP, so that the list changes while it is read. */
export type SteadyBuyer = {
  /** Buys one lead now. */
  buy(): Promise<void>
  /** Starts to buy at this interval. */
  start(everyMs: number): void
  /**
   * Stops buying.
   * @returns the number of purchases since the start
   */
  stop(): Promise<number>
  close(): void
}

/** @param leadIds leads for sale, bought in this order */
export async function openSteadyBuyer(
  port: number,
  agents: readonly Agent[],
  leadIds: Iterator<string>,
): Promise<SteadyBuyer> {
  let connection = await openHttp(port)
  let bought = 0
  let running: Promise<void> | undefined
  let wanted = false
  const buy = async () => {
    const { value, done } = leadIds.next()
    const agent = agents[bought % agents.length]
    if (done || !agent) throw new Error('no leads are left to buy')
    const request = buyRequest({
      leadId: value,
      costRupees: LEAD_COST_PAISE / 100,
      token: agent.token,
    })
    if (!connection.isOpen()) connection = await openHttp(port)
    const { status } = await connection.send(request)
    if (status !== 200) throw new Error(`lead ${value} could not be bought: ${status}`)
    bought += 1
  }
  const buySteadily = async (everyMs: number) => {
    let due = performance.now()
    while (wanted) {
      await buy()
      due = Math.max(due + everyMs, performance.now())
      await new Promise((resolve) => setTimeout(resolve, Math.max(1, due - performance.now())))
    }
  }
  return {
    buy,
    start(everyMs) {
      wanted = true
      bought = 0
      running = buySteadily(everyMs)
      running.catch(() => {}) // `stop` throws the error.
    },
    async stop() {
      wanted = false
      await running
      return bought
    },
    close: () => connection.close(),
  }
}
