/** How long a message is shown, unless it is hovered or focused. */
export const toastMs = 5000

const maxToasts = 4

/** Shown below a message: a line of text, and a link to the record. */
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

/** A message with the same text replaces the earlier one: ten failed calls show one message. */
function add(tone: Toast['tone'], message: string, detail?: ToastDetail): void {
  lastId += 1
  const others = toasts.filter((toast) => toast.tone !== tone || toast.message !== message)
  change([...others, { id: lastId, tone, message, detail }].slice(-maxToasts))
}

/** Shows a success message at the top right for five seconds. */
export function notifySuccess(message: string, detail?: ToastDetail): void {
  add('success', message, detail)
}

/** Shows an error message at the top right for five seconds. */
export function notifyError(message: string): void {
  add('error', message)
}

/** Removes a message early. */
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
