/** What the dialog says in which a photo is cut to shape, in Ukrainian. */

export const texts = {
  "photo.crop": "Кадр",
  "photo.shape": "Форма кадру",
  "photo.whole": "усе фото",
  "photo.zoom": "Збільшення",
  "photo.move": "Кадр. Тягніть фото або рухайте стрілками.",
  "photo.use": "Узяти це фото",
  "photo.sending": "Надсилаємо… {percent}%",
  "photo.unreadable": "Браузер не зміг прочитати це фото. Спробуйте JPEG, PNG або WebP.",
  "photo.large": "Фото завелике: щонайбільше {limit} МБ.",
  "photo.offline": "Фото не надіслалося. Перевірте інтернет.",
};
