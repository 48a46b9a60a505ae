import { useEffect } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { QuoteFormBody, type QuoteFormBodyProps } from './quote-form-body.tsx'

/** The hydrated form. */
export interface HydratedForm {
  update: (props: QuoteFormBodyProps) => void
  unmount: () => void
}

/**
 * Hydrates the prerendered form, or renders it after a navigation inside the app.
 * @param onReady called when the form is hydrated. An update before that makes React discard the prerendered form.
 */
export function hydrateForm(
  element: HTMLElement,
  props: QuoteFormBodyProps,
  onReady: (form: HydratedForm) => void,
) {
  const isReady = () =>
    onReady({
      update: (changed) => root.render(<FormRoot {...changed} />),
      unmount: () => root.unmount(),
    })
  const root = rootOf(element, <FormRoot {...props} onReady={isReady} />)
}

function rootOf(element: HTMLElement, form: React.JSX.Element): Root {
  if (element.firstElementChild !== null) return hydrateRoot(element, form)
  const root = createRoot(element)
  root.render(form)
  return root
}

function FormRoot({ onReady, ...props }: QuoteFormBodyProps & { onReady?: () => void }) {
  useEffect(() => onReady?.(), [onReady])
  return <QuoteFormBody {...props} />
}
