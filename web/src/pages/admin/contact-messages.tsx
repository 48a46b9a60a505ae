import { ContactMessages } from '../../features/contact/contact-messages.tsx'

export const meta = () => [{ title: 'Contact Messages · Raahi' }]

export default function ContactMessagesPage() {
  return <ContactMessages />
}
