/**
 * Opens a WhatsApp chat with a phone number in E.164 form.
 * @param text the message that WhatsApp offers to send
 */
export function whatsAppHref(phone: string, text?: string): string {
  const chat = `https://wa.me/${phone.replace(/\D/g, '')}`
  return text ? `${chat}?text=${encodeURIComponent(text)}` : chat
}
