import { WebhooksScreen } from '../features/webhooks/webhooks-screen.tsx'

export default function WebhooksPage() {
  return <WebhooksScreen />
}
