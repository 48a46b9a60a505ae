/** How long a message stands, unless the pointer or the focus is on it. */
export const TOAST_MS = 5000

const MAX_TOASTS = 4

/** Shown below a message: a line of text, and a link to what it is about. */
type ToastDetail = { text: string; link: { to: string; label: string } }

export type Toast = {
  id: number
  tone: 'success' | 'error'
  message: string
  detail?: ToastDetail | undefined
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** The same words again replace the earlier ones: ten failed calls are one message, not ten. */
function add(tone: Toast['tone'], message: string, detail?: ToastDetail): void {
  lastId += 1
  const others = toasts.filter((toast) => toast.tone !== tone || toast.message !== message)
  change([...others, { id: lastId, tone, message, detail }].slice(-MAX_TOASTS))
}

/** Says at the top right, for five seconds, that something went well. */
export function notifySuccess(message: string, detail?: ToastDetail): void {
  add('success', message, detail)
}

/** Says at the top right, for five seconds, what failed. */
export function notifyError(message: string): void {
  add('error', message)
}

/** Takes a message away before its time. */
export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id))
}

/** The messages as a store for useSyncExternalStore. */
export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: () => toasts,
}
