import { type ComponentType, lazy } from 'react'

/**
 * A component whose script loads when it is first drawn. If the script cannot be loaded, `Fallback` is drawn. With
 * `lazy` alone the error boundary would replace the whole screen, for example after a deployment has removed the file.
 */
export function lazyWithFallback<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Fallback: ComponentType<Props> = () => null,
) {
  return lazy(() => load().catch(() => ({ default: Fallback })))
}
