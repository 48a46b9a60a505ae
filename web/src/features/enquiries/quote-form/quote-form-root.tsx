import { useEffect } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { QuoteFormBody, type QuoteFormBodyProps } from './quote-form-body.tsx'

/**
 * Hydrates the prerendered form, or renders it after a navigation inside the app.
 * @param onReady called when the form is hydrated. An update before that makes React discard the prerendered form.
 */
export function hydrateForm(
  element: HTMLElement,
  props: QuoteFormBodyProps,
  onReady: () => void,
): Root {
  const form = <FormRoot {...props} onReady={onReady} />
  if (element.firstElementChild !== null) return hydrateRoot(element, form)
  const root = createRoot(element)
  root.render(form)
  return root
}

export function renderForm(root: Root, props: QuoteFormBodyProps): void {
  root.render(<FormRoot {...props} />)
}

function FormRoot({ onReady, ...props }: QuoteFormBodyProps & { onReady?: () => void }) {
  useEffect(() => onReady?.(), [onReady])
  return <QuoteFormBody {...props} />
}
