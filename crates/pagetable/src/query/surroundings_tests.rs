use super::*;
use crate::page::tests::with_page;

fn near(html: &str, title: &str) -> Surroundings {
    with_page(html, |page| Surroundings::new(page, title, vec![], vec![]))
}

/// The rows of the elements with a tag.
fn rows(html: &str, tag: Tag) -> Vec<usize> {
    with_page(html, |page| (0..page.elements.len()).filter(|row| page.elements[*row].tag == tag as u8).collect())
}

#[test]
fn a_heading_is_found_by_its_letters() {
    let html = "<p>x<h2>One</h2><p>y<h1>T w<b>o</b></h1><h3>Three</h3>";
    let of = |title: &str| near(html, title).heading();
    assert_eq!((of("Two"), of("Three"), of("")), (3, 1, 1));
    let late = "<p>x".to_owned() + &"<h2>One</h2>".repeat(MAX_HEADINGS) + "<h1>Two</h1>";
    assert_eq!(near(&late, "Two").heading(), 1);
}

#[test]
fn a_page_without_headings_has_the_line_of_its_title() {
    let html = "<p>Home<p>Tea time<p>Tea";
    assert_eq!((near(html, "Tea time").heading(), near(html, "Milk").heading(), near(html, "").heading()), (1, 0, 0));
}

#[test]
fn lines_near_the_heading_may_be_signed() {
    let html = "<p>Home<h1>By Tea</h1><p>By Jane<p>Bread<p>“Quoted”<p>By <p>a very long line".to_owned()
        + &" of words".repeat(20);
    let found = with_page(&html, |page| near(&html, "").signed_lines(page));
    let parts: Vec<_> = found.iter().map(|line| (line.block, line.text.as_str(), line.after.as_deref())).collect();
    assert_eq!(parts, [(2, "By Jane", Some("Bread")), (5, "By", None)]);
    let far = "<h1>x</h1>".to_owned() + &"<p>a".repeat(AFTER) + "<p>By Jane";
    assert!(with_page(&far, |page| near(&far, "").signed_lines(page)).is_empty());
}

#[test]
fn days_are_given_with_their_marks_labels_and_places() {
    let html = "<p>5 May 2021<h1>Tea 2024</h1><p>Updated</p><time datetime=x class=a itemprop=b>y</time> \
                <time>now</time><p class=c>6 May 2022</p><i>2024</i>";
    let marked = [rows(html, Tag::P)[2], rows(html, Tag::I)[0]];
    let found = with_page(html, |page| near(html, "").days(page, &marked, 9));
    let parts: Vec<_> =
        found.iter().map(|day| (day.shown, day.marks.as_str(), day.label.as_str(), day.place)).collect();
    assert_eq!(
        parts,
        [
            (Shown::Time, "a b y", "Updated", Place::After),
            (Shown::Line, "5 May 2021", "", Place::Before),
            (Shown::Line, "6 May 2022", "y now", Place::After),
            (Shown::Line, "2024", "6 May 2022", Place::After),
            (Shown::Marked, "c 6 May 2022", "y now", Place::After),
        ]
    );
    assert_eq!(found[0].datetime, "x");
    assert!(with_page(html, |page| near(html, "").days(page, &[], 0)).iter().all(|day| day.shown == Shown::Line));
}

#[test]
fn what_is_of_others_has_no_day_and_a_sidebar_is_apart() {
    let html = "<h1>Tea</h1><div><time datetime=1>a</time></div><aside><time datetime=2>b</time></aside>\
                <p hidden><time datetime=3>c</time></p><section><time datetime=4>d</time></section><p>text text text";
    let others = vec![rows(html, Tag::Div)[0]];
    let sides = vec![rows(html, Tag::Section)[0]];
    let found = with_page(html, |page| Surroundings::new(page, "", others.clone(), sides.clone()).days(page, &[], 9));
    let parts: Vec<_> = found.iter().map(|day| (day.datetime.as_str(), day.place)).collect();
    assert_eq!(parts, [("2", Place::Apart), ("4", Place::Apart)]);
}

#[test]
fn the_mark_of_half_the_page_means_nothing() {
    let html = "<h1>T</h1><div><time datetime=1>a long text</time></div>";
    let others = rows(html, Tag::Div);
    let found = with_page(html, |page| Surroundings::new(page, "", others.clone(), vec![]).days(page, &[], 9));
    assert_eq!(found.len(), 1);
}

#[test]
fn links_to_authors_are_given_with_their_texts() {
    let html = "<h1>Tea</h1><a href=/AUTHOR/jane>Jane</a> <a href=/tea>b</a> <a href='/?author=3'></a>\
                <aside><a href=/u/x>d</a></aside>";
    let found = with_page(html, |page| near(html, "").author_links(page));
    assert_eq!(found, [("/AUTHOR/jane".to_owned(), "Jane".to_owned())]);
}

#[test]
fn marked_authors_have_the_text_of_a_name() {
    let html = "<h1>Tea</h1><p class=author>Jane<br>Doe</p><nav><b>x</b></nav>";
    let marked = [rows(html, Tag::P)[0], rows(html, Tag::B)[0]];
    let found = with_page(html, |page| near(html, "").authors(page, &marked));
    assert_eq!((found[0].text.as_deref(), found[0].place), (Some("Jane\nDoe"), Place::After));
    assert_eq!((found[0].class.as_deref(), found[1].class.as_deref()), (Some("author"), None));
    assert_eq!((found[1].text.as_deref(), found[1].place), (None, Place::Apart));
    assert_eq!(with_page(html, |page| near(html, "").authors(page, &[0])[0].parent), -1);
}

#[test]
fn labelled_lines_have_digits_and_may_begin_with_a_label() {
    let html = "<p>Published 2 March 2024<p>Published 2024<p>Home 2 March 2024<p>Posted 12345<footer>Posted 12345";
    let found = |most| with_page(html, |page| near(html, "").labelled_lines(page, most));
    assert_eq!(found(9), ["Published 2 March 2024", "Posted 12345"]);
    assert_eq!(found(2), ["Published 2 March 2024"]);
}
