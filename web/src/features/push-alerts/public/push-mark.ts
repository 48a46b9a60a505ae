/** The record in this browser that an agent has switched alerts on in it. */
export interface PushMark {
  userId: string
  /**
   * The session in which alerts were switched on. Its end switches them off, and the next login switches them on
   * again.
   */
  sessionId: string
  endpoint: string
}

const key = 'raahi-push'

/** @returns null if this agent has not switched alerts on here, or the browser refuses access */
export function readMark(userId: string): PushMark | null {
  try {
    const mark = JSON.parse(localStorage.getItem(key) ?? 'null') as PushMark | null
    return mark?.userId === userId ? mark : null
  } catch {
    return null
  }
}

/** Stores the mark. If the browser refuses, the agent must switch alerts on again after the next login. */
export function writeMark(mark: PushMark): void {
  try {
    localStorage.setItem(key, JSON.stringify(mark))
  } catch {
    // The mark is optional.
  }
}

export function removeMark(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // If the browser refuses access, no mark was stored.
  }
}
