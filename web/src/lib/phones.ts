/** A phone number as people read it: '+919876543210' → '+91 98765 43210'. Numbers of other countries stay as they are. */
export function formatPhone(phone: string): string {
  return phone.replace(/^(\+91)(\d{5})(\d{5})$/, '$1 $2 $3')
}
