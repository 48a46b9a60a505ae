import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { dismissToast, type Toast, toastMs, toastStore } from './toast.ts'
import classes from './toast-region.module.css'

const none: readonly Toast[] = []

/** Renders the messages of toast.ts. Mounted once, around every page. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => none)
  return (
    <section className={classes.region} aria-label="Messages" aria-live="polite">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function ToastCard({ toast: { id, tone, message, detail } }: { toast: Toast }) {
  // The timer stops while the message is hovered or focused, so that it does not disappear while it is read.
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => dismissToast(id), toastMs)
    return () => clearTimeout(timer)
  }, [id, isPaused])
  const Icon = tone === 'success' ? IconCircleCheck : IconAlertTriangle
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pauses the timer while hovered or focused; it has no action.
    <div
      className={classes.toast}
      data-tone={tone}
      role={tone === 'success' ? 'status' : 'alert'}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <Icon size={22} stroke={1.75} aria-hidden />
      <div className={classes.message}>
        <p>{message}</p>
        {detail && (
          <p>
            <span className={classes.detail}>{detail.text}</span>
            <Link to={detail.link.to} onClick={() => dismissToast(id)}>
              {detail.link.label}
            </Link>
          </p>
        )}
      </div>
      <button
        type="button"
        className={classes.close}
        aria-label="Close message"
        onClick={() => dismissToast(id)}
      >
        <IconX size={18} aria-hidden />
      </button>
    </div>
  )
}
