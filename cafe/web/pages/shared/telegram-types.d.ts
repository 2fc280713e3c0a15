/** The part of Telegram's client that is used. Read by the type checker only; never sent to a browser. */

export type TelegramTheme = Partial<
  Record<"bg_color" | "secondary_bg_color" | "section_bg_color" | "text_color" | "hint_color" | "button_color", string>
>;

export interface TelegramContact {
  responseUnsafe?: { contact?: { phone_number?: string } };
  response?: string;
}

export interface TelegramWebApp {
  themeParams?: TelegramTheme;
  isVersionAtLeast?(version: string): boolean;
  MainButton: {
    setParams(params: {
      text: string;
      color: string;
      text_color: string;
      is_active: boolean;
      is_visible: boolean;
    }): void;
    hide(): void;
    showProgress(leaveActive: boolean): void;
    hideProgress(): void;
    onClick(callback: () => void): void;
  };
  BackButton: { show(): void; hide(): void; onClick(callback: () => void): void };
  HapticFeedback: { selectionChanged(): void; notificationOccurred(kind: "success" | "error" | "warning"): void };
  ready(): void;
  expand(): void;
  close(): void;
  disableVerticalSwipes(): void;
  enableClosingConfirmation(): void;
  disableClosingConfirmation(): void;
  setHeaderColor(color: string): void;
  setBackgroundColor(color: string): void;
  setBottomBarColor(color: string): void;
  openLink(url: string): void;
  openTelegramLink(url: string): void;
  showConfirm(question: string, callback: (isConfirmed: boolean) => void): void;
  /** The person's place; since version 8.0. */
  LocationManager?: {
    isInited: boolean;
    isLocationAvailable: boolean;
    init(callback: () => void): void;
    getLocation(callback: (place: { latitude: number; longitude: number } | null) => void): void;
  };
  requestContact(callback: (isGiven: boolean, answer?: TelegramContact) => void): void;
  onEvent(name: string, callback: () => void): void;
}

declare global {
  interface Window {
    Telegram?: { WebApp?: TelegramWebApp };
  }
}
